import { assertNever } from '../../../shared/lib/assert.ts';
import { ContextWindow, type ModelWindow } from '../../../shared/settings.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { formatCount } from '../../ui/format.ts';
import { showFailure } from '../../ui/toast.tsx';
import { SavedNumber } from '../../ui/saved-number.tsx';

type ModelWindowsProps = { readonly set: Readonly<Record<string, number>> };

/** How much the models in use can read, and a field to say so where nobody does, or somebody is wrong. */
export function ModelWindows({ set }: ModelWindowsProps) {
  const windows = useAnswer('context.windows', {}).data;
  const change = useAction('settings.set');
  if (windows === undefined || windows.length === 0) return null;

  function save(id: string, tokens: number | undefined): void {
    const { [id]: _, ...others } = set;
    const contextWindows = tokens === undefined ? others : { ...others, [id]: tokens };
    change.mutate({ contextWindows }, { onError: ({ failure }) => showFailure(failure) });
  }

  return (
    <section aria-label="What models can read">
      <h3 className="text-sm font-medium text-soft">What models can read</h3>
      <p className="text-sm text-faint">
        The models of your agents. A model that nobody knows this of is not compacted for by itself, until you enter it.
      </p>
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {windows.map((window) => (
          <li key={window.id} className="flex items-center gap-4 py-1.5">
            <div className="min-w-0 flex-1">
              <div className="truncate">{window.id}</div>
              <div className="text-sm text-faint">{sourceOf(window)}</div>
            </div>
            <SavedNumber
              key={`${set[window.id] ?? ''}`}
              label={`Tokens that ${window.id} can read`}
              hideLabel
              value={set[window.id]}
              optional
              placeholder={window.tokens === undefined ? 'tokens' : formatCount(window.tokens)}
              schema={ContextWindow}
              onSave={(tokens) => save(window.id, tokens)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function sourceOf({ from, tableDate = '' }: ModelWindow): string {
  switch (from) {
    case 'person':
      return 'As you entered it. Leave it empty to go by what is known.';
    case 'provider':
      return 'As its provider says';
    case 'table':
      return `By Runlight’s table of ${tableDate}`;
    case undefined:
      return 'Unknown: not compacted by itself';
    default:
      return assertNever(from);
  }
}
