import { Copy } from 'lucide-react';
import { useAnswer } from '../../data/queries.ts';
import { copyText } from '../../ui/copy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showDone } from '../../ui/toast.tsx';

export function Storage() {
  const info = useAnswer('app.info', {}).data;
  if (info === undefined) return null;
  const copy = async () => {
    if (await copyText(info.home)) showDone('Copied the path');
  };
  return (
    <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-1">
      <dt className="text-soft">Home folder</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 font-mono text-sm break-all select-all">{info.home}</code>
        <IconButton size="sm" label="Copy the path" icon={<Copy />} onClick={() => void copy()} />
      </dd>
      <dt className="text-soft">Version</dt>
      <dd>
        {info.version} · {info.host === 'electron' ? 'desktop' : 'browser'}
      </dd>
    </dl>
  );
}
