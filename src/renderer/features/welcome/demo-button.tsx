import { Play } from 'lucide-react';
import { useRef } from 'react';
import { useAction } from '../../data/queries.ts';
import { showNewRun } from '../../state/show-thread.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { showFailure } from '../../ui/toast.tsx';

export function DemoButton(look: Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const demo = useAction('demo.start');
  const starting = useRef(false);

  function start(): void {
    if (starting.current) return;
    starting.current = true;
    demo.mutate(
      {},
      {
        onSuccess: ({ threadId }) => showNewRun(threadId),
        onError: ({ failure }) => showFailure(failure),
        onSettled: () => {
          starting.current = false;
        },
      },
    );
  }

  return (
    <Button {...look} icon={<Play aria-hidden />} aria-disabled={demo.isPending} onClick={start}>
      Run the demo
    </Button>
  );
}
