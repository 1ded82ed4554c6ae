import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { app } from './app.ts';
import { hub } from './hub.ts';

/** What a test asks the main process: a function's text, and its argument. */
export type Question = { readonly id: number; readonly source: string; readonly argument: unknown };
export type Reply =
  | { readonly type: 'started'; readonly debugging: string }
  | { readonly type: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string };

/** Runs in the main process what tests send, as Playwright does in Electron's; and tells where its browser is. */
export function answerTests(electron: object): void {
  if (process.send === undefined) return;
  function tell(reply: Reply): void {
    process.send?.(reply);
  }
  process.on('message', (question: Question) => {
    const run = runInThisContext(`(${question.source})`) as (electron: object, argument: unknown) => unknown;
    new Promise((resolve) => {
      resolve(run(electron, question.argument));
    }).then(
      (value) => tell({ type: 'answer', id: question.id, value }),
      (error: unknown) => tell({ type: 'answer', id: question.id, error: String(error) }),
    );
  });
  process.channel?.unref();
  // A test that has failed leaves nothing behind.
  process.on('disconnect', () => app.exit(1));
  app.once('web-contents-created', () => {
    void hub.browser?.then(({ folder }) => {
      const [port = ''] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
      tell({ type: 'started', debugging: `http://127.0.0.1:${port}` });
    });
  });
}
