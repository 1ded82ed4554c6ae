// Started by crash.test.ts: appends to a thread until it is killed, and tells each seq that is on the disk.
import { writeSync } from 'node:fs';
import { must } from '../../../shared/lib/assert.ts';
import { silentLog } from '../../lib/log.ts';
import { appendEntries } from '../append.ts';
import { saveCheckpoint } from '../checkpoints.ts';
import { newestSeq } from '../entries.ts';
import { openStore } from '../open.ts';
import { headOf } from '../thread-rows.ts';
import { assistant, good, todosWritten, used } from './store.ts';

const [file = '', threadId = '', runId = ''] = process.argv.slice(2);
const { write: db } = good(openStore({ file, now: Date.now, log: silentLog }));
let tip = must(headOf(db, threadId), 'head');
for (let step = newestSeq(db, threadId); ; step += 1) {
  const message = `a-${runId}-${step}`;
  const text = 'word '.repeat(step % 2000);
  const checkpoint = { runId, threadId, parentId: tip, step, model: 'm', sentAt: 1, part: 0, reasoning: '' };
  good(saveCheckpoint(db, { ...checkpoint, text }));
  const appended = good(
    appendEntries(db, {
      threadId,
      runId,
      at: step,
      tip,
      head: 'follow',
      drafts: [
        { id: message, body: assistant({ step, text }) },
        { id: `n-${runId}-${step}`, targetId: message, body: used(1) },
        { id: `p-${runId}-${step}`, body: todosWritten(message, 'completed', 'pending') },
      ],
    }),
  );
  tip = must(appended.tip, 'tip');
  writeSync(1, `${must(appended.entries.at(-1), 'entry').seq}\n`);
}
