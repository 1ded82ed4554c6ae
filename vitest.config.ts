import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/support/**/*.test.ts'],
    // Real processes, files and sockets on a busy machine: generous, so that only a hang runs into it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes: one worker less than there are cores would leave cores idle.
    maxWorkers: '100%',
    // A machine that others use too may starve a process or a timer once. What fails twice is wrong.
    retry: process.env.CI === undefined ? 0 : 1,
  },
});
