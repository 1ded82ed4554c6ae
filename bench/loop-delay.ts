import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { openDesk, pacedAgent, words } from './engine-desk.ts';
import { ms, type Figure } from './figures.ts';

const COUNTS = [20, 50] as const;
const SECONDS = 10;
const TOKENS_PER_SECOND = 50;

/** How long anything else in the engine's process has to wait while so many runs stream. */
export async function loopDelay(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const count of COUNTS) {
    let pushes = 0;
    const desk = openDesk(() => (pushes += 1));
    const agent = pacedAgent([{ text: words(5 * TOKENS_PER_SECOND * SECONDS) }], TOKENS_PER_SECOND);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const cpu = process.cpuUsage();
    const started = performance.now();
    delay.enable();
    const runs = Array.from({ length: count }, () =>
      desk.runs.start({ agent, input: { type: 'message', text: 'Go' } }),
    );
    await Promise.all(runs.flatMap((run) => (run.ok ? [run.value.ended] : [])));
    delay.disable();
    const used = process.cpuUsage(cpu);
    const share = ((used.user + used.system) / 1000 / (performance.now() - started)) * 100;
    await desk.close();
    const at = (percent: number): string => ms(delay.percentile(percent) / 1e6);
    figures.push(
      { name: `loop delay with ${count} runs at 50 tokens/s, p50 / p99`, value: `${at(50)} / ${at(99)}` },
      { name: `  its longest, and the share of a core`, value: `${ms(delay.max / 1e6)}, ${share.toFixed(0)} %` },
      { name: `  pushes to windows`, value: String(pushes) },
    );
  }
  return figures;
}
