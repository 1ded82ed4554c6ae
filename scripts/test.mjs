// `npm test`: every check and every test, in one command. `--long` runs the same tests with larger counts.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireNode } from './require-node.mjs';

requireNode();
const { findChromium } = await import('./chromium.mjs');

const RESULTS = 'out/test-results';
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const chromium = findChromium();
const env = {
  // Tests start hundreds of processes of the same source.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  ...process.env,
  ...(chromium === undefined ? {} : { CHROMIUM: chromium }),
  ...(process.argv.includes('--long') ? { RUNLIGHT_LONG: '1' } : {}),
  PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/e2e.json`,
};

/** Runs a command to its end; what it prints is shown as it comes, or only if it fails. */
function run(name, command, { quiet }) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
      if (code !== 0 && quiet) console.log(output.trimEnd());
      resolve(code === 0);
    });
  });
}

// No two at once that both use all cores.
const checks = [
  ['format', 'npm run --silent check:format'],
  ['lint', 'npm run --silent check:lint'],
  ['types', 'npm run --silent check:types'],
  ['layers', 'npm run --silent check:layers'],
  ['dead code', 'npm run --silent check:dead'],
];
const queue = [...checks];
const failedChecks = [];
async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, command] = next;
    if (!(await run(name, command, { quiet: true }))) failedChecks.push(name);
  }
}
await Promise.all([work(), work()]);

// What goes to a file is to be read, too.
const color = process.stdout.isTTY ? '' : ' --no-color';
const unit = `vitest run${color} --reporter=dot --reporter=json --outputFile.json=${RESULTS}/unit.json`;
const unitPassed = await run('unit and integration tests', unit, { quiet: false });
const built = await run('build', 'npm run --silent build', { quiet: true });
const e2ePassed = built && (await run('end-to-end tests', 'playwright test --reporter=line,json', { quiet: false }));

/** Every test that ran: `{ name, ms, outcome }`. A report that is missing counts as one failure. */
function unitTests() {
  const report = readReport('unit');
  if (report === undefined) return [{ name: 'unit tests: no report', ms: 0, outcome: 'failed' }];
  return report.testResults.flatMap((file) => [
    // A file that does not load has no tests to count.
    ...(file.status === 'failed' && file.assertionResults.length === 0
      ? [{ name: file.name, ms: 0, outcome: 'failed' }]
      : []),
    ...file.assertionResults.map(({ fullName, duration, status }) => ({
      name: fullName,
      ms: duration ?? 0,
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  ]);
}

function e2eTests() {
  const report = readReport('e2e');
  if (report === undefined) return [{ name: 'end-to-end tests: no report', ms: 0, outcome: 'failed' }];
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  return report.suites.flatMap(specsOf).flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      name: title,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      retried: status === 'flaky',
      outcome: status === 'expected' || status === 'flaky' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
    })),
  );
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(`${RESULTS}/${name}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}

const tests = [...unitTests(), ...e2eTests()];
console.log('\nThe ten slowest tests:');
for (const { name, ms } of tests.toSorted((a, b) => b.ms - a.ms).slice(0, 10)) {
  console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}
for (const { name } of tests.filter(({ retried }) => retried)) console.log(`  passed at the second try: ${name}`);
const count = (outcome) => tests.filter((test) => test.outcome === outcome).length;
const failed = count('failed') + failedChecks.length + (built ? 0 : 1);
const passed = count('passed') + checks.length - failedChecks.length;
const skipped = count('skipped');
console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
process.exit(failed === 0 && unitPassed && e2ePassed ? 0 : 1);
