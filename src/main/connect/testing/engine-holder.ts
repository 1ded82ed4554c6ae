// Started by engines.ts: holds the engine of a home until it is told to end, and closes it then.
import { openEngine } from '../../engine.ts';
import { silentLog } from '../../lib/log.ts';

const host = { kind: 'web', version: 'elsewhere', resources: '' } as const;
const opened = await openEngine({ home: process.argv[2] ?? '', host, log: silentLog });
process.once('SIGTERM', () => {
  if (opened.ok) void opened.value.close().then(() => process.exit());
});
process.stdout.write(opened.ok ? 'open\n' : `${opened.error.code}\n`);
process.stdin.resume();
