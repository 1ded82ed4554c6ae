import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { BlockRow } from './block-row.tsx';
import type { Block } from './blocks.ts';
import { AT_END_PX, useFollow } from './use-follow.ts';
import { useJump } from './use-jump.ts';

type MessageListProps = {
  readonly threadId: string;
  readonly blocks: readonly Block[];
  readonly hasEarlier: boolean;
  /** Loads the page before the first block; does nothing while one is being loaded. */
  readonly loadEarlier: () => void;
  /** The entry to show. */
  readonly entryId: string | undefined;
};

/** Earlier pages are asked for before the person meets the top. */
const NEAR_TOP_PX = 600;

/**
 * The rows of a conversation, of which only those in sight exist. It opens at its end and stays there while things are
 * added, until the person scrolls up; what is put in front moves nothing.
 */
export function MessageList({ threadId, blocks, hasEarlier, loadEarlier, entryId }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { following, setFollowing, ...scrolling } = useFollow(scroller, content, entryId === undefined);
  const list = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => blocks[index]?.key ?? index,
    estimateSize: (index) => estimate(blocks[index]),
    // What is put in front of the rows in sight moves none of them.
    anchorTo: 'end',
    ...scrolling,
    overscan: 6,
    paddingStart: 12,
    paddingEnd: 16,
  });

  const flashed = useJump({
    blocks,
    entryId,
    hasEarlier,
    loadEarlier,
    threadId,
    show: (index) => {
      setFollowing(false);
      list.scrollToIndex(index, { align: 'center' });
      // What stands near the end cannot be in the middle: then the list is at its end again.
      requestAnimationFrame(() => list.isAtEnd(AT_END_PX) && setFollowing(true));
    },
  });

  // What the person has just sent is where they want to be.
  const sentKey = blocks.findLast((block) => block.kind === 'user' || block.kind === 'continued')?.key;
  const [knownKey, setKnownKey] = useState(sentKey);
  if (sentKey !== knownKey) {
    setKnownKey(sentKey);
    if (blocks.at(-1)?.kind !== 'end') setFollowing(true);
  }

  const scrolled = useEffectEvent(() => {
    if (hasEarlier && (scroller.current?.scrollTop ?? 0) < NEAR_TOP_PX) loadEarlier();
  });
  useEffect(() => {
    const box = scroller.current;
    box?.addEventListener('scroll', scrolled, { passive: true });
    return () => box?.removeEventListener('scroll', scrolled);
  }, []);

  /** The browser glides to the ends, and rows measured on the way stop it before it is there. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    setFollowing(event.key === 'End');
    if (event.key === 'Home') event.currentTarget.scrollTop = 0;
  }

  const rows = list.getVirtualItems();
  return (
    <div className="@container relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        // What streams in would be read out piece by piece; the announcer says what matters.
        aria-live="off"
        aria-label="Messages"
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="scroll-thin h-full overflow-x-hidden overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="page-column relative [--page-width:760px]" style={{ height: list.getTotalSize() }}>
          <div
            ref={content}
            className="absolute inset-x-0 top-0 px-5"
            style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
          >
            {rows.map(({ key, index }) => {
              const block = blocks[index];
              return (
                block !== undefined && (
                  <div
                    key={key}
                    ref={list.measureElement}
                    data-index={index}
                    data-item={block.kind}
                    data-entry-id={block.entryId}
                    className={cx(
                      'flow-root rounded-md contain-layout contain-style transition-colors duration-150 focus-visible:outline-offset-2',
                      block.key === flashed && 'bg-accent-soft',
                    )}
                  >
                    <BlockRow block={block} threadId={threadId} />
                  </div>
                )
              );
            })}
          </div>
        </div>
      </div>
      {!following && (
        <Button
          size="sm"
          icon={<ArrowDown />}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop"
          onClick={() => setFollowing(true)}
        >
          Jump to latest
        </Button>
      )}
    </div>
  );
}

/** A first guess at the height of a row, until it is drawn and measured. */
function estimate(block: Block | undefined): number {
  switch (block?.kind) {
    case 'text':
      return 24 + Math.ceil(block.section.text.length / 100) * 20;
    case 'user':
      return 60 + Math.ceil(Math.min(block.text.length, 3000) / 100) * 20;
    case 'reasoning':
      return 32;
    default:
      return 28;
  }
}
