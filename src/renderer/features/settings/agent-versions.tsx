import type { AgentRecord } from '../../../shared/run/agent.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { formatMoment } from '../../ui/format.ts';
import { changedFields } from './agent-changes.ts';

type AgentVersionsProps = {
  readonly agent: AgentRecord;
  readonly onClose: () => void;
  readonly onOpen: (version: AgentRecord) => void;
};

/** What the agent was, and the way back: restoring makes a new version, so that nothing is lost. */
export function AgentVersions({ agent, onClose, onOpen }: AgentVersionsProps) {
  const history = useAnswer('agents.history', { id: agent.id });
  const save = useAction('agents.save');
  const versions = history.data ?? [];

  function restore(version: AgentRecord): void {
    const { version: _, updatedAt: __, ...agent } = version;
    save.mutate(agent, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Versions of ${agent.name}`}
      className="w-[520px]"
      failure={save.error?.failure}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="flex flex-col">
        {versions.map((version, index) => (
          <li key={version.version} className="flex items-center gap-3 border-t py-2 first:border-t-0">
            <span className="w-8 shrink-0 text-faint">{version.version}</span>
            <div className="min-w-0 flex-1">
              <p>{index === 0 ? 'Now' : formatMoment(version.updatedAt)}</p>
              <p className="truncate text-sm text-soft">{changedFields(versions[index + 1], version).join(', ')}</p>
            </div>
            {index > 0 && (
              <>
                <Button size="sm" variant="ghost" onClick={() => onOpen(version)}>
                  Open
                </Button>
                <Button size="sm" disabled={save.isPending} onClick={() => restore(version)}>
                  Restore
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {history.isError && <FailureNote failure={history.error.failure} />}
    </Dialog>
  );
}
