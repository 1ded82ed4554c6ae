import type { WorkspaceMode } from '../../../shared/run/agent.ts';
import { Segmented } from '../../ui/segmented.tsx';

type WorkInProps = { readonly mode: WorkspaceMode; readonly onModeChange: (mode: WorkspaceMode) => void };

/** Whether the run changes the folder itself. */
export function WorkIn({ mode, onModeChange }: WorkInProps) {
  return (
    <Segmented
      label="Work in"
      value={mode}
      onValueChange={onModeChange}
      options={[
        { value: 'folder', label: 'The folder itself' },
        { value: 'copy', label: 'A copy' },
      ]}
      hint={
        mode === 'copy'
          ? 'Of a Git repository a worktree with your uncommitted changes, without ignored files and submodules; of any other folder all but node_modules. It goes when the thread is deleted.'
          : undefined
      }
    />
  );
}
