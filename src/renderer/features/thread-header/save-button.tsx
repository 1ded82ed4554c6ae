import { Save } from 'lucide-react';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { saveThread } from '../../data/thread-actions.ts';
import { Button } from '../../ui/button.tsx';
import { Tip } from '../../ui/tip.tsx';

/** Says of a thread that it is in memory alone, and saves it. */
export function SaveButton({ thread }: { readonly thread: ThreadSummary }) {
  if (thread.unsaved !== true) return null;
  return (
    <>
      <span className="shrink-0 rounded border px-1.5 text-xs leading-5 text-soft">Not saved</span>
      <Tip label="It is in memory alone, and gone when Runlight closes: keep it">
        <Button icon={<Save aria-hidden />} onClick={() => saveThread(thread)}>
          Save
        </Button>
      </Tip>
    </>
  );
}
