import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { parseJson } from '../../shared/lib/json.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { MAX_ATTACHMENTS, MAX_ATTACHMENT_BYTES, Attachment } from '../../shared/thread/attachment.ts';
import { ask, failureOf } from './bridge.ts';
import { useUnsent } from './unsent.ts';

export type Attachments = {
  readonly files: readonly Attachment[];
  /** Of the newest attempt to attach something. */
  readonly failure: Failure | undefined;
  /** How many are on their way to the engine. */
  readonly pending: number;
  readonly add: (files: readonly File[]) => void;
  /** A file of the folder that the agent works in. */
  readonly addFromFolder: (folder: string, path: string) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
};

const Files = z.array(Attachment);

function parseFiles(text: string): readonly Attachment[] {
  const parsed = Files.safeParse(parseJson(text));
  return parsed.success ? parsed.data : [];
}

/**
 * The files that are to go along with a message; `key`: the thread, or where else it is being written. Without
 * `saveHistory` they are kept in memory alone.
 */
export function useAttachments(key: string, saveHistory: boolean): Attachments {
  const [text = '', update] = useUnsent(
    `attachments:${key}`,
    useCallback(() => saveHistory, [saveHistory]),
  );
  const files = useMemo(() => parseFiles(text), [text]);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(0);

  function change(next: (known: readonly Attachment[]) => readonly Attachment[]): void {
    update((before) => {
      const after = next(parseFiles(before));
      return after.length === 0 ? '' : JSON.stringify(after);
    });
  }

  async function attach(get: () => Promise<Attachment>): Promise<void> {
    setFailure(undefined);
    setPending((count) => count + 1);
    try {
      const file = await get();
      change((known) => (known.some(({ id }) => id === file.id) ? known : [...known, file]));
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending((count) => count - 1);
    }
  }

  return {
    files,
    failure,
    pending,
    add(chosen) {
      const problem = problemWith(chosen, files.length);
      setFailure(problem);
      if (problem === undefined) for (const file of chosen) void attach(() => upload(file, saveHistory));
    },
    addFromFolder: (folder, path) => void attach(() => ask('attachment.fromFolder', { folder, path, saveHistory })),
    remove: (id) => change((known) => known.filter((file) => file.id !== id)),
    clear: () => change(() => []),
  };
}

function problemWith(chosen: readonly File[], known: number): Failure | undefined {
  if (known + chosen.length > MAX_ATTACHMENTS) {
    return { code: 'too_many', message: `At most ${MAX_ATTACHMENTS} files can go along with a message` };
  }
  const large = chosen.find(({ size }) => size > MAX_ATTACHMENT_BYTES);
  if (large === undefined) return undefined;
  const message = `${large.name} is larger than ${MAX_ATTACHMENT_BYTES / 1024 / 1024} MB`;
  return { code: 'too_large', message, hint: 'Attach a smaller file, or let the agent read it in its folder' };
}

async function upload(file: File, saveHistory: boolean): Promise<Attachment> {
  return ask('attachment.add', { name: file.name, mediaType: file.type, data: await base64Of(file), saveHistory });
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^data:[^,]*,/, '') : ''),
    );
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)));
    reader.readAsDataURL(file);
  });
}
