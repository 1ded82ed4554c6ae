import { z } from 'zod';
import type { TodoPhase } from '../../../shared/todos/phases.ts';
import { callTodo } from '../../../shared/todos/phases.ts';
import { phasesToMarkdown } from '../../../shared/todos/phases-markdown.ts';
import { parseTodoOp, TODO_OPS, TODO_TOOL } from '../../../shared/todos/phases/todo-op.ts';
import { defineTool, jsonSchema, toolError, type AnyTool } from '../tool.ts';

const DESCRIPTION = `Keep the todo list for this task, in phases: the person follows your progress through it. One operation a call.

When to use it: plan work of several steps before you begin it. Skip it for a single simple step, or for a mere question.

How to use it:
- init: the whole plan, as a list of phases with their items. It replaces everything: use it once, at the beginning.
- start: the task that you work on now. One task is current; the next one becomes it by itself when you are done with one.
- done: mark a task the moment it is done, before you begin the next one; never several at the end.
- append: tasks that turn out to be needed, in a phase. drop: those that no longer are. rm takes away what was never meant.
- block: what cannot go on now, with the reason in one line; unblock when it can.
- view: read the list.

Contents and phase names are identifiers: they must be unique, and stay unchanged. Name a task by its full content, never by a number.
Complete only what is really done.`;

const Parameters = z.strictObject({
  op: z.enum(TODO_OPS),
  list: z
    .array(z.strictObject({ phase: z.string(), items: z.array(z.string()).min(1) }))
    .optional()
    .describe('For init: the phases in their order, each with its tasks'),
  task: z.string().optional().describe('The full content of the task'),
  phase: z.string().optional().describe('The name of the phase'),
  items: z.array(z.string()).optional().describe('For append: the tasks to add. For init without phases: all tasks'),
  reason: z.string().optional().describe('For block: why, in one line'),
});

/** The plan before a call, and whether a person has changed it since the model was sent the request that the call answers. */
export type PhasesBefore = {
  readonly phases: readonly TodoPhase[];
  readonly earlier: readonly TodoPhase[];
  readonly edited: boolean;
};

/**
 * The tool of the plan in phases. Every operation changes the plan as it is at that moment, whoever changed it last; only a
 * whole new plan would undo what a person has changed meanwhile, and is refused.
 */
export function todoTool(current: () => PhasesBefore, storage: 'session' | 'memory'): AnyTool {
  return defineTool({
    name: TODO_TOOL,
    description: DESCRIPTION,
    // callTodo reads the raw input: it repairs what it can, and has its own words for the rest.
    input: z.unknown(),
    parameters: jsonSchema(Parameters),
    concurrency: 'exclusive',
    loadMode: 'discoverable',
    async execute(input) {
      const { phases: before, earlier, edited } = current();
      const op = parseTodoOp(input, before);
      if (op.ok && op.value.op === 'init' && edited) {
        const words = 'The person has changed the todo list meanwhile; yours did not replace it.\nIt is now:';
        return toolError(
          `${words}\n\n${phasesToMarkdown(before)}\nGo on from it, or init again with their changes in it.`,
        );
      }
      const { phases, text, isError = false, completedTasks } = callTodo(before, input);
      if (isError || !op.ok) return toolError(text);
      const kept = op.value.op === 'init' || earlier.length === 0 ? {} : { earlier };
      const completed = completedTasks === undefined ? {} : { completedTasks };
      return { content: text, details: { kind: 'phases', op: op.value.op, phases, storage, ...kept, ...completed } };
    },
  });
}
