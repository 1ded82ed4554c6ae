import { type Tool, type ToolOutcome, toolError } from '../../agent/tool.ts';
import type { ToolContext } from '../../agent/tool.ts';
import type { Result } from '../../../shared/lib/result.ts';
import { failureText } from '../failures.ts';
import type { LocalWorkspace } from '../local-workspace.ts';

type WorkspaceContext = ToolContext & { readonly workspace: LocalWorkspace };

/** An `execute` that has a workspace, and whose failures become errors that the model reads. */
export function withWorkspace<Input>(
  act: (input: Input, context: WorkspaceContext) => Promise<Result<ToolOutcome>>,
): Tool<Input>['execute'] {
  return async (input, context) => {
    const { workspace } = context;
    if (workspace === undefined) {
      return toolError(
        'This agent has no workspace folder, so there are no files to work with. Choose a folder for the run.',
      );
    }
    const outcome = await act(input, { ...context, workspace });
    return outcome.ok ? outcome.value : toolError(failureText(outcome.error));
  };
}
