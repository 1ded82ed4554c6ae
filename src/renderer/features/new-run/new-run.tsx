import { useAnswer } from '../../data/queries.ts';
import { failureOf } from '../../data/bridge.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeFailureNote } from './code-failure-note.tsx';
import { NewRunForm } from './new-run-form.tsx';
import { NoModel } from './no-model.tsx';
import { runnableAgents } from './runnable-agents.ts';
import { useUnsentRun } from './use-unsent-run.ts';

/** `agentId`: the agent that the address asks for. */
export function NewRun({ agentId }: { readonly agentId: string | undefined }) {
  const agents = useAnswer('agents.list', {});
  const addresses = useAnswer('models.addresses', {});
  const settings = useAnswer('settings.get', {});
  const edited = useUnsentRun();
  const code = useAnswer('code.list', {});
  const runnable = runnableAgents(agents.data ?? [], code.data ?? []);
  const ready = agents.data !== undefined && code.data !== undefined;
  const failed = [agents, addresses, settings, code].find((answer) => answer.isError);
  return (
    <section aria-label="New run" className="scroll-page min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[680px] flex-col gap-4 px-6 py-6">
        <h1 className="text-xl font-semibold">New run</h1>
        {failed !== undefined && (
          <FailureNote
            failure={failureOf(failed.error)}
            action={<Button onClick={() => void failed.refetch()}>Try again</Button>}
          />
        )}
        {code.data?.map((source) => source.failure && <CodeFailureNote key={source.path} source={source} />)}
        {addresses.data?.length === 0 && code.data?.every((source) => source.agents.length === 0) && <NoModel />}
        {ready && runnable.length === 0 && (
          <EmptyState title="There is no agent yet" text="An agent is a model with instructions and tools.">
            <Button variant="primary" onClick={() => navigate({ view: 'settings', section: 'agents' })}>
              Create an agent
            </Button>
          </EmptyState>
        )}
        {!ready && failed === undefined && <Skeleton className="h-48 w-full" />}
        {ready && runnable.length > 0 && settings.data !== undefined && edited !== undefined && (
          <NewRunForm edited={edited} agents={runnable} askedAgentId={agentId} lastModel={settings.data.model ?? ''} />
        )}
      </div>
    </section>
  );
}
