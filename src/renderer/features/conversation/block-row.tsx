import { memo } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import { CompactingCard } from '../../ui/context/compacting-card.tsx';
import { BranchStrip } from './branch-strip.tsx';
import { sameBlock, type Block } from './blocks.ts';
import { CallRow } from './call-row.tsx';
import { ContextRow } from './context-row.tsx';
import { ContinuedRow, PartialRow, ReasoningRow, TextRow, UserRow } from './message-rows.tsx';
import { EndRow, HandoffRow, RetryRow, WaitingRow } from './run-rows.tsx';

type BlockRowProps = { readonly block: Block; readonly threadId: string };

/** One row; drawn again only when what it shows has changed. */
export const BlockRow = memo(drawRow, (a, b) => a.threadId === b.threadId && sameBlock(a.block, b.block));

function drawRow({ block, threadId }: BlockRowProps) {
  return (
    <>
      {(block.siblings !== undefined || block.label !== undefined) && <BranchStrip block={block} threadId={threadId} />}
      {drawBlock({ block, threadId })}
    </>
  );
}

function drawBlock({ block, threadId }: BlockRowProps) {
  switch (block.kind) {
    case 'user':
      return <UserRow block={block} threadId={threadId} />;
    case 'continued':
      return <ContinuedRow block={block} />;
    case 'reasoning':
      return <ReasoningRow block={block} />;
    case 'text':
      return <TextRow block={block} threadId={threadId} />;
    case 'call':
      return <CallRow block={block} threadId={threadId} />;
    case 'retry':
      return <RetryRow block={block} />;
    case 'partial':
      return <PartialRow block={block} />;
    case 'end':
      return <EndRow block={block} threadId={threadId} />;
    case 'handoff':
      return <HandoffRow block={block} />;
    case 'context':
      return <ContextRow block={block} threadId={threadId} />;
    case 'compacting':
      return <CompactingCard trigger={block.trigger} since={block.since} threadId={threadId} />;
    case 'waiting':
      return <WaitingRow block={block} />;
    default:
      return assertNever(block);
  }
}
