import { z } from 'zod';
import type { FilesChangedBody } from '../../shared/thread/entry.ts';
import type { ToolDetails } from '../../shared/thread/tool-details.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import type { ToolSchema } from './model.ts';

export type ToolContext = {
  readonly callId: string;
  /** The folder of the run's agent, if it has one. */
  readonly workspace?: LocalWorkspace;
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
  /** Shows people what the tool prints while it works; the model never sees it. */
  readonly print: (text: string) => void;
};

/** What a call came to. `content` is what the model reads, of success and failure alike. */
export type ToolOutcome = {
  readonly content: string;
  readonly isError?: boolean;
  readonly details?: ToolDetails;
  /** What it did to files, where that is recorded. */
  readonly changes?: ToolChanges;
};

/** Becomes a note about the call. */
export type ToolChanges = Omit<FilesChangedBody, 'kind' | 'callId'>;

export type Tool<Input = never> = {
  readonly name: string;
  readonly description: string;
  /** An object schema: what the arguments are checked against and, without `parameters`, what the model is told. */
  readonly input: z.ZodType<Input>;
  /** JSON Schema for the model, where the tool itself checks more exactly than a schema can say. */
  readonly parameters?: object;
  /**
   * `parallel` calls next to each other run at the same time. An `exclusive` one runs alone: after the calls before it,
   * before the calls after it.
   */
  readonly concurrency: 'parallel' | 'exclusive';
  /**
   * `discoverable`: where models look tools up before they use them, this one need not be before them from the start. Nobody
   * does so here yet: all tools are.
   */
  readonly loadMode?: 'discoverable';
  /** Whether a person is asked before this call, unless the agent says otherwise. */
  readonly needsApproval?: (input: Input) => boolean | Promise<boolean>;
  /**
   * It ends by itself, and soon, when its run is stopped: the run does not end before it. Without this, a tool that takes too
   * long to wind up is left behind.
   */
  readonly endsWhenStopped?: true;
  /** For tools that run commands: what a call would run, for rules about commands to read. */
  readonly commandOf?: (input: Input) => string | Promise<string>;
  /** A throw becomes an error that the model reads. */
  readonly execute: (input: Input, context: ToolContext) => Promise<ToolOutcome>;
};

/** A tool whose input type only its own code knows. */
// The input type is checked where the tool is defined; whoever holds many tools can only pass what `input` has parsed.
export type AnyTool = Tool;

/** Keeps the input type while the tool is written, and hides it from those who hold many tools. */
export function defineTool<Input>(tool: Tool<Input>): AnyTool {
  return tool as unknown as AnyTool;
}

export function toolSchema({ name, description, input, parameters }: AnyTool): ToolSchema {
  return { name, description, parameters: parameters ?? jsonSchema(input) };
}

export function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return parameters;
}

export function toolError(content: string, details?: ToolDetails): ToolOutcome {
  return { content, isError: true, details };
}
