import { KeyRound, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import type { ModelAddress } from '../../../shared/settings.ts';
import { cx } from '../../ui/cx.ts';
import { presetOf, presetWith } from './presets.ts';

/** Whether an address has a key, and where from. Servers of one's own mostly need none: nothing is said then. */
export function KeyStateNote({ address }: { readonly address: ModelAddress }) {
  switch (address.key) {
    case 'ok':
      return <Note>Key stored</Note>;
    case 'environment':
      return <Note>Key from {address.keyVariable}</Note>;
    case 'undecryptable':
      return <Note warn>Key cannot be read: enter it again</Note>;
    case 'absent':
      return presetWith(presetOf(address))?.keyVariable === undefined ? null : <Note warn>No key</Note>;
    default:
      return assertNever(address.key);
  }
}

function Note({ warn = false, children }: { readonly warn?: boolean; readonly children: ReactNode }) {
  const Icon = warn ? TriangleAlert : KeyRound;
  return (
    <span className="flex shrink-0 items-center gap-1 text-sm text-soft">
      <Icon aria-hidden className={cx('size-3.5', warn && 'text-warn')} />
      {children}
    </span>
  );
}
