import type { Page } from 'playwright';
import { ms, type Figure } from './figures.ts';

export type MainThread = { readonly stop: () => Promise<readonly Figure[]> };

/** Watches what the page's main thread does until it is stopped: its work per frame, and tasks that people could feel. */
export async function watchMainThread(page: Page, doing: string): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(() => {
    const seen: { frames: number; long: number[]; watching: boolean } = window as never;
    seen.frames = 0;
    seen.long = [];
    seen.watching = true;
    const count = (): void => {
      seen.frames += 1;
      if (seen.watching) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    new PerformanceObserver((list) => seen.long.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  const before = await busy();
  const started = performance.now();

  /** Seconds of work since the session began. */
  async function busy(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  }

  return {
    async stop() {
      const worked = (await busy()) - before;
      const seconds = (performance.now() - started) / 1000;
      await session.detach();
      const { frames, long } = await page.evaluate(() => {
        const seen: { frames: number; long: number[]; watching: boolean } = window as never;
        seen.watching = false;
        return { frames: seen.frames, long: seen.long };
      });
      const longest = long.length === 0 ? '' : ` (longest ${ms(Math.max(...long))})`;
      return [
        { name: `main-thread work per frame, ${doing}`, value: ms((worked * 1000) / Math.max(1, frames)) },
        { name: '  frames per second', value: (frames / seconds).toFixed(0) },
        { name: `  tasks over 50 ms`, value: `${long.length}${longest}`, goal: 'none' },
      ];
    },
  };
}

/** Milliseconds that the main thread has worked: of the processor, so that what else runs on the machine does not count. */
export async function processorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
}
