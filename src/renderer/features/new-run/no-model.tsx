import { Play, Plug } from 'lucide-react';
import { useAction } from '../../data/queries.ts';
import { navigate } from '../../state/route.ts';
import { showNewRun } from '../../state/show-thread.ts';
import { Button } from '../../ui/button.tsx';
import { showFailure } from '../../ui/toast.tsx';

/** For a home without a model: where to get one, or what to do without. */
export function NoModel() {
  const demo = useAction('demo.start');
  return (
    <div role="note" className="flex flex-col gap-2 rounded-lg border bg-warn-soft px-3 py-2.5">
      <div>
        <p className="font-medium">No model is connected yet</p>
        <p className="text-soft">Connect a provider, or a server on this machine. The demo needs none.</p>
      </div>
      <div className="flex gap-2">
        <Button icon={<Plug aria-hidden />} onClick={() => navigate({ view: 'settings', section: 'models' })}>
          Connect a model
        </Button>
        <Button
          icon={<Play aria-hidden />}
          disabled={demo.isPending}
          onClick={() =>
            demo.mutate(
              {},
              {
                onSuccess: ({ threadId }) => showNewRun(threadId),
                onError: (error) => showFailure(error.failure),
              },
            )
          }
        >
          Run the demo
        </Button>
      </div>
    </div>
  );
}
