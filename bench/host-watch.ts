// Loaded into the host with `--import host-watch.ts?file=FILE`: keeps in FILE how the process does, as JSON.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { must } from '../src/shared/lib/assert.ts';

const EVERY_MS = 250;
const file = must(new URL(import.meta.url).searchParams.get('file'), 'the file to write to');
const delay = monitorEventLoopDelay({ resolution: 1 });
let peak = 0;

/** Begins anew what is gathered over time. */
process.on('SIGUSR2', () => {
  peak = 0;
  delay.reset();
});

delay.enable();
setInterval(() => {
  const { rss } = process.memoryUsage();
  peak = Math.max(peak, rss);
  const inMs = (nanoseconds: number): number => nanoseconds / 1e6;
  const health = { rss, peak, p50: inMs(delay.percentile(50)), p99: inMs(delay.percentile(99)), max: inMs(delay.max) };
  writeFileSync(file, JSON.stringify(health));
}, EVERY_MS).unref();
