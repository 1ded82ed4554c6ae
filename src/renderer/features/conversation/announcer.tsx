import type { ThreadStatus } from '../../../shared/run/status.ts';
import { statusText } from '../../ui/status-text.ts';
import type { Block, CallBlock } from './blocks.ts';
import { describeCall } from './describe-call.ts';

/** Tells screen readers what sighted people notice: how the run stands and what waits for them. Not every word that streams. */
export function Announcer({ blocks, status }: { readonly blocks: readonly Block[]; readonly status: ThreadStatus }) {
  const asking = blocks.filter((block): block is CallBlock => block.kind === 'call' && block.state === 'approval');
  const words = asking.map((call) => {
    const { verb, target } = describeCall(call.name, call.arguments);
    return `Approval needed: ${verb} ${target ?? ''}`;
  });
  return (
    <p role="status" className="sr-only">
      {status === 'waiting' ? words.join('. ') : statusText(status)}
    </p>
  );
}
