// The import layers, and whether they were looked at: under a TypeScript that the tool cannot use it cruises nothing and
// says that all is well.
import { readdirSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';

const { forbidden, options } = config;
const { output } = await cruise(['src'], { ...options, ruleSet: { forbidden }, validate: true });
const sources = readdirSync('src', { recursive: true }).filter((name) => /\.tsx?$/.test(name)).length;
const cruised = output.modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source));

for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
if (cruised.length < sources) console.error(`Only ${cruised.length} of ${sources} modules were looked at`);
const edges = cruised.reduce((sum, module) => sum + module.dependencies.length, 0);
if (edges < sources) console.error(`Only ${edges} imports were found in ${sources} modules`);
if (output.summary.error > 0 || cruised.length < sources || edges < sources) process.exit(1);
console.log(`${cruised.length} modules, ${edges} imports, all within their layers`);
