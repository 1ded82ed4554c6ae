import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'out/test-results/e2e',
  // Each test has a host and a browser of its own; more at once than cores only makes all of them slow.
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
