import { pancakes } from './recipes/pancakes.js';
import { formatAmount } from './src/amounts.js';
import { recipeCard } from './src/card.js';
import { scaleRecipe } from './src/scale.js';
import { formatMinutes } from './src/time.js';

const flourFor = (servings) => scaleRecipe(pancakes, servings).ingredients[0].amount;

const checks = [
  ['amounts are written with fractions', formatAmount(1.5), '1½'],
  ['small amounts never vanish', formatAmount(0.1), '¼'],
  ['times are written in hours and minutes', formatMinutes(75), '1 h 15 min'],
  ['the recipe as written needs 2 cups of flour', flourFor(4), 2],
  ['twice the people need twice the flour', flourFor(8), 4],
  ['half the people need half the flour', flourFor(2), 1],
  ['a card names the people', recipeCard(pancakes, 8).split('\n')[1], 'For 8, 25 min'],
];

let failed = 0;
for (const [what, actual, expected] of checks) {
  const right = actual === expected;
  if (!right) failed += 1;
  console.log(right ? `ok    ${what}` : `WRONG ${what}: got ${actual}, expected ${expected}`);
}
console.log(failed === 0 ? `\nAll ${checks.length} checks pass.` : `\n${failed} of ${checks.length} checks fail.`);
process.exitCode = failed === 0 ? 0 : 1;
