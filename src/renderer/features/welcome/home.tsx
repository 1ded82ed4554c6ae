import { failureOf } from '../../data/bridge.ts';
import { useThreadList } from '../../data/thread-list.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Now } from './now.tsx';
import { Welcome } from './welcome.tsx';

/** Where the window starts: a welcome while nothing has run, then what runs now. */
export function Home() {
  const list = useThreadList({});
  if (list.isError && list.data === undefined) {
    return (
      <FailureNote
        className="m-4"
        failure={failureOf(list.error)}
        action={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    );
  }
  if (list.data === undefined) return null;
  const threads = list.data.pages.flatMap((page) => page.threads);
  return threads.length === 0 ? <Welcome /> : <Now threads={threads} />;
}
