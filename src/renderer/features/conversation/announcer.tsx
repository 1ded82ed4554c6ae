import { type Standing, standingText } from '../../ui/status-text.ts';
import type { Block, CallBlock } from './blocks.ts';
import { describeCall } from '../../ui/describe-call.ts';

/** Tells screen readers what sighted people notice: how the run stands and what waits for them. Not every word that streams. */
export function Announcer({ blocks, standing }: { readonly blocks: readonly Block[]; readonly standing: Standing }) {
  const asking = blocks.filter((block): block is CallBlock => block.kind === 'call' && block.state === 'approval');
  const words = asking.map((call) => {
    const { verb, target } = describeCall(call.name, call.arguments);
    return `Approval needed: ${verb} ${target ?? ''}`;
  });
  return (
    <p role="status" className="sr-only">
      {standing.status === 'waiting' ? words.join('. ') : standingText(standing)}
    </p>
  );
}
