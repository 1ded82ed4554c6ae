import type { KeyboardEvent } from 'react';

/** Whether a key pressed where a person writes means: send it. */
export function isSendKey({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  // While an input method composes, Enter belongs to it; 229 is how some browsers say so.
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}
