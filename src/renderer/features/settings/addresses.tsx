import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { baseUrlOf } from '../../../shared/models/provider-kind.ts';
import type { ModelAddress } from '../../../shared/settings.ts';
import { failureOf } from '../../data/bridge.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { KeyStateNote } from './key-state.tsx';

export function Addresses() {
  const addresses = useAnswer('models.addresses', {});
  const info = useAnswer('app.info', {}).data;
  const remove = useAction('models.delete');
  const [editing, setEditing] = useState<ModelAddress | 'new'>();
  const [deleting, setDeleting] = useState<ModelAddress>();
  return (
    <div className="flex flex-col gap-3">
      {addresses.isError && <FailureNote failure={failureOf(addresses.error)} />}
      {addresses.data?.length === 0 && <p className="text-faint">No provider yet. The demo needs none.</p>}
      {addresses.data !== undefined && addresses.data.length > 0 && (
        <ul className="rounded-lg border">
          {addresses.data.map((address) => (
            <li key={address.id} className="flex items-center gap-2 border-t px-3 py-2 first:border-t-0">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{address.name}</p>
                <p className="truncate font-mono text-xs text-soft">{baseUrlOf(address.kind, address.baseUrl)}</p>
              </div>
              <KeyStateNote address={address} />
              <IconButton
                size="sm"
                label={`Edit ${address.name}`}
                icon={<Pencil />}
                onClick={() => setEditing(address)}
              />
              <IconButton
                size="sm"
                label={`Delete ${address.name}`}
                icon={<Trash2 />}
                onClick={() => setDeleting(address)}
              />
            </li>
          ))}
        </ul>
      )}
      {info?.keyStore === 'file' && (
        <p className="text-sm text-faint">
          There is no system key store here: keys are kept unencrypted, in a file of the home folder that only you can
          read.
        </p>
      )}
      <Button className="self-start" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
        Add a provider
      </Button>
      {editing !== undefined && (
        <AddressDialog address={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title={`Delete ${deleting?.name ?? ''}?`}
        description="Its key is forgotten. Agents that use its models need another before they can run."
        action="Delete provider"
        onConfirm={() =>
          deleting !== undefined &&
          remove.mutate({ id: deleting.id }, { onError: ({ failure }) => showFailure(failure) })
        }
      />
    </div>
  );
}
