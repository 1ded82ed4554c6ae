import { ListChecks, Plug, Plus, ShieldCheck, Waypoints } from 'lucide-react';
import { navigate } from '../../state/route.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { DemoButton } from './demo-button.tsx';

const POINTS = [
  { icon: ListChecks, title: 'The plan, live', text: 'Every todo moves the moment the agent moves it.' },
  { icon: Waypoints, title: 'Every step', text: 'What it thought, called, read, changed, and how long each took.' },
  {
    icon: ShieldCheck,
    title: 'On your machine',
    text: 'Threads are kept in a file on your disk. Nothing leaves it unless you send it.',
  },
] as const;

export function Welcome() {
  const newRunKeys = keysOf('new-run');
  return (
    <section
      aria-label="Welcome"
      className="scroll-thin flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-6"
    >
      <div className="my-auto flex w-full max-w-[560px] flex-col gap-8 py-8">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl leading-8 font-semibold tracking-tight">Watch an agent work through its plan</h1>
          <p className="text-lg text-soft">
            Runlight runs LLM agents and shows what they do, step by step. See it on a small sample project first: about
            20 seconds, without a key and without a network.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <DemoButton variant="primary" size="lg" />
          <Button
            size="lg"
            icon={<Plug aria-hidden />}
            onClick={() => navigate({ view: 'settings', section: 'models' })}
          >
            Connect a model
          </Button>
          <Button size="lg" icon={<Plus aria-hidden />} onClick={() => navigate({ view: 'new' })}>
            New run
            {newRunKeys !== undefined && (
              <span aria-hidden className="ms-1">
                <Kbd>{newRunKeys}</Kbd>
              </span>
            )}
          </Button>
        </div>
        <ul className="flex flex-col gap-4 border-t pt-6">
          {POINTS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <Icon aria-hidden strokeWidth={1.75} className="mt-0.5 size-4 shrink-0 text-accent" />
              <div>
                <p className="font-medium">{title}</p>
                <p className="text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
