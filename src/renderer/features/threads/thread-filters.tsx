import { ListFilter } from 'lucide-react';
import { useAnswer } from '../../data/queries.ts';
import { THREAD_ORIGINS, type ThreadOrigin, type ThreadSummary } from '../../../shared/thread/summary.ts';
import { agentOptions } from './agent-options.ts';
import type { ThreadFilter } from '../../data/thread-list.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

type Status = NonNullable<ThreadFilter['status']> | 'any';

const STATUSES: readonly { readonly value: Status; readonly label: string }[] = [
  { value: 'any', label: 'Any status' },
  { value: 'active', label: 'Running' },
  { value: 'finished', label: 'Finished' },
  { value: 'failed', label: 'Failed' },
  { value: 'stopped', label: 'Stopped' },
  { value: 'interrupted', label: 'Interrupted' },
  { value: 'limit', label: 'Step limit reached' },
];

const ORIGINS: Readonly<Record<ThreadOrigin, string>> = {
  own: 'Runs of Runlight',
  code: 'Your own programs',
  imported: 'Imported files',
};
const ORIGIN_OPTIONS: readonly { readonly value: ThreadOrigin | 'any'; readonly label: string }[] = [
  { value: 'any', label: 'Any source' },
  ...THREAD_ORIGINS.map((value) => ({ value, label: ORIGINS[value] })),
];

const ANY_AGENT = 'any';

type ThreadFiltersProps = {
  readonly filter: ThreadFilter;
  /** What is listed: agents that ran and are no more are known from there. */
  readonly threads: readonly ThreadSummary[];
  readonly onFilterChange: (filter: ThreadFilter) => void;
};

export function ThreadFilters({ filter, threads, onFilterChange }: ThreadFiltersProps) {
  const agents = useAnswer('agents.list', {}).data ?? [];
  const count = Object.keys(filter).length;

  /** What does not narrow the list is left out of the filter. */
  function change(part: ThreadFilter): void {
    const entries = Object.entries({ ...filter, ...part });
    onFilterChange(Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ThreadFilter);
  }

  return (
    <Popover
      title="Filter threads"
      trigger={
        <IconButton
          label={count === 0 ? 'Filter threads' : `Filter threads, ${count} on`}
          icon={<ListFilter />}
          className={cx(count > 0 && 'bg-accent-soft text-accent')}
        />
      }
    >
      <Field label="Status">
        <Select<Status>
          value={filter.status ?? 'any'}
          options={STATUSES}
          onValueChange={(status) => change({ status: status === 'any' ? undefined : status })}
        />
      </Field>
      <Field label="Agent">
        <Select
          value={filter.agent ?? ANY_AGENT}
          options={[{ value: ANY_AGENT, label: 'Any agent' }, ...agentOptions(agents, threads)]}
          onValueChange={(agent) => change({ agent: agent === ANY_AGENT ? undefined : agent })}
        />
      </Field>
      <Field label="Source">
        <Select<ThreadOrigin | 'any'>
          value={filter.source ?? 'any'}
          options={ORIGIN_OPTIONS}
          onValueChange={(source) => change({ source: source === 'any' ? undefined : source })}
        />
      </Field>
      <Switch
        label="Has a plan"
        checked={filter.hasPlan ?? false}
        onCheckedChange={(on) => change({ hasPlan: on || undefined })}
      />
      <Switch
        label="Archived"
        checked={filter.archived ?? false}
        onCheckedChange={(on) => change({ archived: on || undefined })}
      />
      {count > 0 && (
        <Button size="sm" onClick={() => onFilterChange({})}>
          Clear filters
        </Button>
      )}
    </Popover>
  );
}
