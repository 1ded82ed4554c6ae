import { Copy, FileInput, FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { importThread } from '../../data/history-actions.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { copyShort } from '../../ui/copy.ts';
import { formatBytes, formatMoment } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showFailure } from '../../ui/toast.tsx';

/** Sizes change with every run: looked up anew whenever the page is opened. */
const SIZES_FRESH_MS = 1000;

export function Storage() {
  const info = useAnswer('app.info', {}).data;
  const storage = useAnswer('storage.info', {}, { staleTime: SIZES_FRESH_MS }).data;
  const open = useAction('storage.open');
  if (info === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[max-content_1fr] items-start gap-x-6 gap-y-1.5">
        <Row name="Home folder">
          <Path path={info.home} />
          {storage?.canOpen === true && (
            <Button
              size="sm"
              icon={<FolderOpen aria-hidden />}
              onClick={() => open.mutate({}, { onError: ({ failure }) => showFailure(failure) })}
            >
              Open
            </Button>
          )}
        </Row>
        {storage !== undefined && (
          <>
            <Row name="Size on disk">
              {formatBytes(storage.homeBytes)}, {formatBytes(storage.storeBytes)} of them threads and settings
            </Row>
            <Row name="Backups">
              {storage.backups.length === 0 ? (
                'None yet: one is made before an update changes how threads are stored'
              ) : (
                <ul className="flex min-w-0 flex-col gap-1">
                  {storage.backups.map(({ path, bytes, at }) => (
                    <li key={path} className="flex min-w-0 flex-wrap items-center gap-x-2">
                      <Path path={path} />
                      <span className="text-sm text-faint">
                        {formatBytes(bytes)}, {formatMoment(at)}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </Row>
          </>
        )}
        <Row name="Version">
          {info.version} · {info.host === 'electron' ? 'desktop' : 'browser'}
        </Row>
      </dl>
      <div className="flex flex-col items-start gap-1">
        <Button icon={<FileInput aria-hidden />} onClick={() => void importThread(info.canPickFile)}>
          Import…
        </Button>
        <p className="text-sm text-faint">Brings in a thread that was exported as JSON, here or on another machine.</p>
      </div>
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">{children}</dd>
    </>
  );
}

function Path({ path }: { readonly path: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono text-sm break-all select-all">{path}</code>
      <IconButton size="sm" label="Copy the path" icon={<Copy />} onClick={() => void copyShort(path, 'path')} />
    </span>
  );
}
