import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'out/test-results/e2e',
  // Each test has a host and a browser of its own; more at once than cores only makes all of them slow.
  workers: 2,
  fullyParallel: true,
  // As for the other tests: once may be the machine. Tests that needed it are named at the end.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
