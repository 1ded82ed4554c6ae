import { Copy, Download, Ellipsis, History, Pencil, Play, Plus, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AgentRecord } from '../../../shared/run/agent.ts';
import { RUN_COMMAND } from '../../../shared/run/workspace-tools.ts';
import { failureOf, type RequestError } from '../../data/bridge.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { AgentDialog } from './agent-dialog.tsx';
import { downloadAgent, readAgentFile } from './agent-file.ts';
import { type AgentForm, agentFormOf, copyOf, NEW_AGENT } from './agent-form.ts';
import { AgentVersions } from './agent-versions.tsx';

const onError = (error: RequestError) => showFailure(error.failure);

export function Agents() {
  const agents = useAnswer('agents.list', {});
  const remove = useAction('agents.delete');
  const [editing, setEditing] = useState<{ readonly title: string; readonly form: AgentForm }>();
  const [deleting, setDeleting] = useState<AgentRecord>();
  const [showing, setShowing] = useState<AgentRecord>();
  const file = useRef<HTMLInputElement>(null);
  const names = agents.data?.map(({ name }) => name) ?? [];

  /** Opens it in the form, so that the person sees what comes in before it is saved. */
  async function importAgent(chosen: File): Promise<void> {
    const read = readAgentFile(await chosen.text());
    if (read.ok) setEditing({ title: `Import ${read.value.name}`, form: agentFormOf(read.value) });
    else showFailure(read.error);
  }

  return (
    <div className="flex flex-col gap-3">
      {agents.isError && <FailureNote failure={failureOf(agents.error)} />}
      {agents.data?.length === 0 && <p className="text-faint">No agent yet.</p>}
      {agents.data !== undefined && agents.data.length > 0 && (
        <ul className="rounded-lg border">
          {agents.data.map((agent) => (
            <li key={agent.id} className="flex items-center gap-2 border-t px-3 py-2 first:border-t-0">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{agent.name}</p>
                <p className="truncate text-sm text-soft">
                  {agent.model === '' ? 'Model chosen last' : <span className="font-mono text-xs">{agent.model}</span>}
                  {` · ${traits(agent)}`}
                </p>
              </div>
              <IconButton
                size="sm"
                label={`Edit ${agent.name}`}
                icon={<Pencil />}
                onClick={() => setEditing({ title: `Edit ${agent.name}`, form: agentFormOf(agent) })}
              />
              <Menu
                entries={[
                  {
                    label: 'New run',
                    icon: <Play aria-hidden />,
                    onSelect: () => navigate({ view: 'new', agentId: agent.id }),
                  },
                  {
                    label: 'Duplicate',
                    icon: <Copy aria-hidden />,
                    onSelect: () => setEditing({ title: `Duplicate ${agent.name}`, form: copyOf(agent, names) }),
                  },
                  { label: 'Versions…', icon: <History aria-hidden />, onSelect: () => setShowing(agent) },
                  { label: 'Export…', icon: <Download aria-hidden />, onSelect: () => downloadAgent(agent) },
                  {
                    label: 'Delete',
                    icon: <Trash2 aria-hidden />,
                    danger: true,
                    separated: true,
                    onSelect: () => setDeleting(agent),
                  },
                ]}
              >
                <IconButton size="sm" label={`Actions for ${agent.name}`} icon={<Ellipsis />} />
              </Menu>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <Button icon={<Plus aria-hidden />} onClick={() => setEditing({ title: 'Create an agent', form: NEW_AGENT })}>
          Create an agent
        </Button>
        <Button icon={<Upload aria-hidden />} onClick={() => file.current?.click()}>
          Import…
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label="Agent file"
          className="hidden"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen !== undefined) void importAgent(chosen);
          }}
        />
      </div>
      {showing !== undefined && (
        <AgentVersions
          agent={showing}
          onClose={() => setShowing(undefined)}
          onOpen={(version) => {
            setShowing(undefined);
            setEditing({ title: `${version.name}, version ${version.version}`, form: agentFormOf(version) });
          }}
        />
      )}
      {editing !== undefined && (
        <AgentDialog title={editing.title} agent={editing.form} onClose={() => setEditing(undefined)} />
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title={`Delete ${deleting?.name ?? ''}?`}
        description="Its threads stay, and show it as it was when it ran."
        action="Delete agent"
        onConfirm={() => deleting !== undefined && remove.mutate({ id: deleting.id }, { onError })}
      />
    </div>
  );
}

function traits({ tools, todos, approvals, commandRules }: AgentRecord): string {
  const commands = approvals[RUN_COMMAND] ?? 'ask';
  const runs = commands === 'always' ? 'runs commands' : 'asks before commands';
  return [
    tools.length > 0 ? 'files' : 'no files',
    todos === false ? 'no todos' : 'todos',
    ...(tools.includes(RUN_COMMAND) ? [runs] : []),
    ...(commandRules.length > 0
      ? [`${commandRules.length} command ${commandRules.length === 1 ? 'rule' : 'rules'}`]
      : []),
  ].join(', ');
}
