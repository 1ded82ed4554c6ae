import type { Session } from 'electron';
import { isAppAddress } from './app-url.ts';

/** Copy buttons write to the clipboard. Nothing else that asks for a permission has a use in Runlight. */
function isPermitted(permission: string, address: string): boolean {
  return permission === 'clipboard-sanitized-write' && isAppAddress(address);
}

/** Answers every question for a permission, asked with or without a prompt. */
export function restrictPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isPermitted(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => isPermitted(permission, origin));
  session.setDevicePermissionHandler(() => false);
  // Spelling dictionaries of Linux and Windows would come from the network.
  session.setSpellCheckerEnabled(process.platform === 'darwin');
}
