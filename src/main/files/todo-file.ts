import { homedir } from 'node:os';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { MAX_TODO_MARKDOWN, type TodoExport } from '../../shared/todos/edits/todo-answers.ts';
import { LocalWorkspace } from '../workspace/local-workspace.ts';

export type FileWish = {
  /** The folder that the thread works in. Absent: it has none. */
  readonly folder?: string;
  /** From the folder, or absolute; `~` is the person's own. */
  readonly path: string;
  /** The place outside of the folder that the person agreed to, as it was told to them. */
  readonly agreed?: string;
};

/** It leads out of the folder, to this absolute path: a person is asked first. */
type Outside = { readonly type: 'outside'; readonly path: string };

/** Writes a whole file. One that is there is replaced only if `overwrite` says so. */
export async function writeTodoFile(wish: FileWish, text: string, overwrite: boolean): Promise<Result<TodoExport>> {
  const place = await placeOf(wish);
  if (!place.ok) return place;
  if (place.value.type === 'outside') return ok(place.value);
  const { workspace, path } = place.value;
  const written = await workspace.write(path, text, overwrite ? {} : { expected: null });
  if (written.ok) return ok({ type: 'written', path: wish.path });
  return written.error.code === 'changed' ? ok({ type: 'exists', path: wish.path }) : written;
}

/** Reads a whole file that a list may be in. */
export async function readTodoFile(
  wish: FileWish,
): Promise<Result<Outside | { readonly type: 'read'; readonly text: string }>> {
  const place = await placeOf(wish);
  if (!place.ok) return place;
  if (place.value.type === 'outside') return ok(place.value);
  const file = await place.value.workspace.read(place.value.path);
  if (!file.ok) return file;
  const { text } = file.value;
  if (text.length <= MAX_TODO_MARKDOWN) return ok({ type: 'read', text });
  return fail('too_large', `“${wish.path}” is too long for a todo list`, 'Choose another file');
}

type Place = { readonly type: 'there'; readonly workspace: LocalWorkspace; readonly path: string } | Outside;

/** Where a file is that a person named. Links count as what they lead to. */
async function placeOf({ folder, path, agreed }: FileWish): Promise<Result<Place>> {
  const workspace = folder === undefined ? undefined : new LocalWorkspace({ root: folder });
  const inside = await workspace?.locate(path);
  if (workspace !== undefined && inside?.ok === true) return ok({ type: 'there', workspace, path });
  if (inside?.ok === false && inside.error.code !== 'outside_workspace') return inside;
  const whole = path.replace(/^~(?=$|[\\/])/, homedir);
  if (folder === undefined && !isAbsolute(whole)) {
    return fail('no_folder', 'This thread has no folder to look in', 'Write a whole path, from the root');
  }
  const target = resolve(folder ?? '', whole);
  const anywhere = new LocalWorkspace({ root: parse(target).root });
  const place = await anywhere.locate(target);
  if (!place.ok) return place;
  const real = join(place.value.real, ...place.value.missing);
  return ok(real === agreed ? { type: 'there', workspace: anywhere, path: real } : { type: 'outside', path: real });
}
