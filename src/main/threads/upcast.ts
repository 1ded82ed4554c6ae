import { ENTRY_VERSION, type NoteBody, type PathBody } from '../../shared/thread/entry.ts';
import { StoreError } from './failures.ts';

/**
 * A stored body as the body it is today. Each older version of a kind is brought up here, and nowhere else.
 * Throws a `StoreError` for one that a newer Runlight wrote.
 */
export function upcast(v: number, body: unknown): PathBody | NoteBody {
  if (v > ENTRY_VERSION) {
    throw new StoreError({
      code: 'entry_newer',
      message: `This thread holds an entry of version ${v}; this Runlight knows versions up to ${ENTRY_VERSION}.`,
      hint: 'Open it with the newer Runlight that wrote it.',
    });
  }
  return body as PathBody | NoteBody;
}
