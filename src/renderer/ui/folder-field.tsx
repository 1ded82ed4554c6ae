import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { ask } from '../data/bridge.ts';
import { useAction, useAnswer } from '../data/queries.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { SuggestInput } from './suggest-input.tsx';
import { showFailure } from './toast.tsx';

type FolderFieldProps = {
  readonly value: string;
  /** The folder that the agent works in where none is named. */
  readonly usual: string | undefined;
  readonly onValueChange: (value: string) => void;
  readonly hint: string;
  readonly error: string | undefined;
};

/** A folder that agents work in: typed with completion, one of the last ones, or chosen in the system's dialog. */
export function FolderField({ value, usual, onValueChange, hint, error }: FolderFieldProps) {
  const info = useAnswer('app.info', {}).data;
  const pick = useAction('folder.pick');
  const completion = useQuery({
    queryKey: ['folder.complete', value],
    queryFn: () => ask('folder.complete', { prefix: value }),
    enabled: value !== '',
    placeholderData: keepPreviousData,
    // Folders come and go without a word.
    staleTime: 2000,
    gcTime: 10_000,
  });
  const groups =
    value === ''
      ? [{ label: 'Recent folders', items: info?.recentFolders ?? [] }]
      : [{ label: 'Folders', items: completion.data?.folders.filter((folder) => folder !== value) ?? [] }];
  return (
    <div className="flex items-start gap-2">
      <Field label="Folder" error={error} hint={hint} className="flex-1">
        <SuggestInput
          value={value}
          onValueChange={onValueChange}
          groups={groups}
          filter={false}
          placeholder={usual ?? (info?.platform === 'win32' ? 'C:\\Projects\\app' : '/home/me/project')}
          className="font-mono text-sm"
        />
      </Field>
      {info?.canPickFolder && (
        <Button
          className="mt-5"
          icon={<FolderOpen aria-hidden />}
          disabled={pick.isPending}
          onClick={() =>
            pick.mutate(
              {},
              {
                onSuccess: ({ path }) => path !== null && onValueChange(path),
                onError: ({ failure }) => showFailure(failure),
              },
            )
          }
        >
          Choose…
        </Button>
      )}
    </div>
  );
}
