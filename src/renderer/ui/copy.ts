import { showDone, showFailure } from './toast.tsx';

/** Copies a path or an id, and says so; where that fails it can be selected in what is said. `name`: `folder’s path`. */
export async function copyShort(text: string, kind: 'path' | 'id', name: string = kind): Promise<void> {
  if (await copyText(text)) showDone(`Copied the ${name}`);
  else showFailure({ code: 'no_clipboard', message: `The ${kind} could not be copied`, hint: text });
}

/** Copies text; false when the system does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without the permission may still copy what is selected.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
