import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { WriteDb } from '../threads/database.ts';
import { allRows } from '../threads/testing/rows.ts';
import { good, testStore } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { importHistory } from './import-history.ts';
import { control, importDeps, richThread, textOf } from './testing/history.ts';

type Item = Record<string, unknown>;
type Document = { version: unknown; thread: Item; entries: Item[]; children: unknown[]; attachments: Item[] };

async function importOf(db: WriteDb, bytes: string | Buffer) {
  const file = path.join(temporaryFolder(), 'thread.json');
  writeFileSync(file, bytes);
  return importHistory(importDeps(db), file, control());
}

/** What is said about a good file that `change` has spoilt. */
async function refusal(change: (document: Document) => void): Promise<string> {
  const { write: here } = testStore();
  richThread(here);
  const document = JSON.parse(await textOf(here)) as Document;
  change(document);
  const { write: there } = testStore();
  const before = allRows(there);
  const imported = await importOf(there, JSON.stringify(document));
  expect(allRows(there)).toEqual(before);
  return imported.ok ? 'imported' : imported.error.message;
}

function entry(document: Document, id: string): Item {
  const found = document.entries.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}

const CASES: readonly (readonly [string, (document: Document) => void, string])[] = [
  ['a newer format', (d) => (d.version = 2), 'It was written by a newer Runlight (format 2; this one reads 1).'],
  ['no thread', (d) => Reflect.deleteProperty(d, 'thread'), 'It has no “thread”'],
  ['children', (d) => d.children.push({}), 'an entry stands before the thread that it belongs to'],
  ['a member from elsewhere', (d) => Object.assign(d, { more: 1 }), 'it holds more, which this Runlight cannot read'],
  ['a title of the wrong type', (d) => (d.thread.title = 1), 'thread.title: '],
  ['a head that is nowhere', (d) => (d.thread.headId = 'n1'), 'headId "n1" is none of its path entries'],
  ['a gap in seq', (d) => d.entries.splice(3, 1), 'Line 1 (entry 4): its seq must be 4, and is 5'],
  ['an id twice', (d) => (entry(d, 'u2').id = 'u1'), '(entry 17): its id "u1" is there twice'],
  ['an id that is none', (d) => (entry(d, 'u2').id = ''), '(entry 17): its id must be a text of 1 to 100 characters'],
  ['a parent that is not there', (d) => (entry(d, 'a1').parentId = 'x'), 'its parent "x" does not come before it'],
  ['a cycle', (d) => (entry(d, 'u1').parentId = 'a4'), '(entry 1): its parent "a4" does not come before it'],
  ['itself as parent', (d) => (entry(d, 'a1').parentId = 'a1'), 'its parent "a1" does not come before it'],
  ['a note as parent', (d) => (entry(d, 'a1').parentId = 'n1'), 'its parent "n1" does not come before it'],
  ['a note about nothing', (d) => (entry(d, 'n2').targetId = 'n1'), 'its target "n1" does not come before it'],
  ['a note with a parent', (d) => (entry(d, 'n2').parentId = 'u1'), 'a usage has no parentId'],
  ['a result of no message', (d) => (entry(d, 't2').messageId = 'x'), 'its message "x" does not come before it'],
  ['an unknown kind', (d) => (entry(d, 'u2').kind = '__proto__'), 'its kind "__proto__" is not known'],
  ['a newer entry', (d) => (entry(d, 'u2').v = 99), 'its version is 99'],
  ['a time that is none', (d) => (entry(d, 'u2').at = 1.5), 'its at must be a whole number of milliseconds'],
  ['a body without its text', (d) => Reflect.deleteProperty(entry(d, 'u2'), 'text'), '(entry 17): text: '],
  ['a status from elsewhere', (d) => (entry(d, 'n8').status = 'great'), 'status: '],
  ['an attachment left out', (d) => d.attachments.splice(0), 'The attachment '],
  [
    'an attachment of other bytes',
    (d) => d.attachments.forEach((one) => (one.base64 = 'AAAA')),
    '(attachment 1): its bytes',
  ],
  ['an attachment that is none', (d) => d.attachments.push({}), '(attachment 2): it needs an id'],
  ['an entry that is none', (d) => d.entries.push([] as never), 'it is no object'],
];

test.each(CASES)('refused, with nothing written: %s', async (_name, change, said) => {
  expect(await refusal(change)).toContain(said);
});

test.each([
  ['nothing', '', 'ends too early'],
  ['half of it', '{"format":"runlight-thread","version":1,"entries":[{"id":', 'ends too early'],
  ['a list', '[]', 'Line 1: "[" is unexpected'],
  ['words', 'hello', '"h" is unexpected'],
  ['another format', '{"format":"x"}', 'the format is "x", and should be "runlight-thread"'],
  ['bad JSON in an entry', '{\n"entries": [\n{"id":1,}\n]}', 'Line 3 (entry 1): it is no JSON'],
  ['a member twice', '{"version":1,"version":1}', '“version” is there twice'],
  ['more behind the end', '{} {}', '"{" is unexpected'],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe]), 'no text in UTF-8'],
  ['a deep nest', `{"entries":[${'['.repeat(100_000)}`, 'nested more than 500 levels'],
])('refused: %s', async (_name, text, said) => {
  const { write: db } = testStore();
  const imported = await importOf(db, text);
  expect(imported.ok ? 'imported' : `${imported.error.code}: ${imported.error.message}`).toContain(said);
});

test('names that mean something to JavaScript are data like any other', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  richThread(here);
  const evil = '{"kind":"other","value":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}';
  const text = (await textOf(here))
    .replace(/"details":\{"kind":"command"[^}]*\}/, `"details":${evil}`)
    .replace('"metadata":{', '"metadata":{"__proto__":{"polluted":true},');
  good(await importOf(there, text));
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(JSON.parse(await textOf(there))).toEqual(JSON.parse(text));
  expect(await textOf(there)).toContain(evil);
});

test('a file that is not there is a failure', async () => {
  const { write: db } = testStore();
  const missing = path.join(temporaryFolder(), 'missing.json');
  const imported = await importHistory(importDeps(db), missing, control());
  expect(imported).toMatchObject({ ok: false, error: { code: 'file_unreadable' } });
});
