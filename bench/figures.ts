export type Figure = { readonly name: string; readonly value: string; readonly goal?: string };

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

export function print(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  for (const { name, value, goal } of figures) {
    console.log(`  ${name.padEnd(58)} ${value.padStart(26)}${goal === undefined ? '' : `   (goal ${goal})`}`);
  }
}
