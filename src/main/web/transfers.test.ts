import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDoor, type TestDoor } from './testing/door.ts';

let door: TestDoor;
let cookie: string;

beforeEach(async () => {
  door = await openTestDoor();
  cookie = await door.signIn();
});
afterEach(() => door.dispose());

test('a download is sent as a file of its name, to who has a session', async () => {
  const answer = await door.ask({ path: '/export/file', headers: { host: door.host, cookie } });
  expect(answer.status).toBe(200);
  expect(answer.body).toBe('one\nzwei ß\n');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': `attachment; filename="Gr__e _x_.md"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22x%22.md`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect((await door.ask({ path: '/export/file', headers: { host: door.host } })).status).toBe(403);
  expect((await door.ask({ path: '/export/other', headers: { host: door.host, cookie } })).status).toBe(404);
});

test('an upload is taken from our own page with a session, and from nowhere else', async () => {
  const origin = `http://${door.host}`;
  const post = (headers: Record<string, string>) =>
    door.ask({ method: 'POST', path: '/import', headers: { host: door.host, ...headers }, body: 'twelve bytes' });
  const answer = await post({ cookie, origin });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { ok: true, value: { uploadId: '12' } }]);
  expect((await post({ cookie })).status).toBe(403);
  expect((await post({ cookie, origin: 'http://evil.test' })).status).toBe(403);
  expect((await post({ origin })).status).toBe(403);
});
