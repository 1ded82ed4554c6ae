import { readFileSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';
import { parseJson } from '../../shared/lib/json.ts';

export const MIN_SIZE = { width: 880, height: 560 };
const USUAL_SIZE = { width: 1280, height: 800 };

const WindowState = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(MIN_SIZE.width).max(20_000),
  height: z.int().min(MIN_SIZE.height).max(20_000),
  maximized: z.boolean(),
});
/** Where a window was, in device-independent pixels; `maximized` beside the size that it goes back to. */
export type WindowState = z.output<typeof WindowState>;

/** `undefined` when there is none, or none that makes sense. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    return WindowState.safeParse(parseJson(readFileSync(file, 'utf8'))).data;
  } catch {
    // Without it a window opens where the system puts it.
    return undefined;
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  writeFileSync(file, JSON.stringify(state));
}

/**
 * Where the next window goes: where the last one was, if enough of it would be on a display that is there now, else
 * wherever the system puts it, in the usual size.
 */
export function placeWindow(state: WindowState | undefined, workAreas: readonly Rectangle[]): Partial<Rectangle> {
  if (state === undefined) return USUAL_SIZE;
  const { x, y, width, height } = state;
  const inSight = workAreas.some((area) => overlap(state, area) >= (width * height) / 4);
  return inSight ? { x, y, width, height } : { width, height };
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
