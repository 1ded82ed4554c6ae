import { DemoButton } from '../features/welcome/demo-button.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { Welcome } from '../features/welcome/welcome.tsx';
import { failureOf } from '../data/bridge.ts';
import { useThreadList } from '../data/thread-list.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';

/** Where the window starts: a welcome while nothing has run, then the overview. */
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
  const isFresh = list.data.pages.every((page) => page.threads.length === 0);
  return isFresh ? <Welcome /> : <Overview actions={<DemoButton />} />;
}
