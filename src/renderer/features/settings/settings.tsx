import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Agents } from './agents.tsx';
import { Appearance } from './appearance.tsx';
import { Addresses } from './addresses.tsx';
import { Context } from './context.tsx';
import { matchingSections, type SectionId } from './sections.ts';
import { Runs } from './runs.tsx';
import { Storage } from './storage.tsx';
import { Todos } from './todos.tsx';

type SettingsProps = {
  /** The section to show first. */
  readonly section: string | undefined;
  /** The list of shortcuts: the app's own. */
  readonly shortcuts: ReactNode;
};

export function Settings({ section, shortcuts }: SettingsProps) {
  const [query, setQuery] = useState('');
  const shown = matchingSections(query);
  useEffect(() => {
    if (section !== undefined) document.querySelector(`#settings-${CSS.escape(section)}`)?.scrollIntoView();
  }, [section]);

  const content: Record<SectionId, ReactNode> = {
    models: <Addresses />,
    agents: <Agents />,
    runs: <Runs />,
    context: <Context />,
    todos: <Todos />,
    appearance: <Appearance />,
    storage: <Storage />,
    shortcuts,
  };
  return (
    <section aria-label="Settings" className="@container flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 border-b">
        <div className="mx-auto flex max-w-[720px] items-center gap-4 px-6 py-3">
          <h1 className="flex-1 text-xl font-semibold">Settings</h1>
          <div className="relative w-56">
            <Search aria-hidden className="pointer-events-none absolute top-1.5 left-2 size-4 text-faint" />
            <input
              // What had the focus has gone with the last page.
              ref={focusOnce}
              type="text"
              role="searchbox"
              aria-label="Search settings"
              placeholder="Search settings"
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || query === '') return;
                event.preventDefault();
                setQuery('');
              }}
              className="h-7 w-full rounded-md border border-line-strong bg-raised pr-2 pl-7 focus-visible:border-accent focus-visible:outline-1 focus-visible:-outline-offset-1"
            />
          </div>
        </div>
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        <div className="page-column flex flex-col gap-8 px-6 py-6 [--page-width:720px]">
          {shown.length === 0 && <EmptyState title="No setting matches" />}
          {shown.map(({ id, title, text }) => (
            <section key={id} id={`settings-${id}`} aria-label={title} className="scroll-mt-4">
              <h2 className="text-lg font-semibold">{title}</h2>
              {text !== undefined && <p className="text-soft">{text}</p>}
              <div className="mt-3">{content[id]}</div>
            </section>
          ))}
        </div>
      </div>
    </section>
  );
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}
