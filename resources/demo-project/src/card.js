import { formatAmount } from './amounts.js';
import { scaleRecipe } from './scale.js';
import { formatMinutes } from './time.js';

/** A card to print: the title, for how many, how long it takes, and what is needed. */
export function recipeCard(recipe, servings) {
  const { title, minutes, ingredients } = scaleRecipe(recipe, servings);
  const lines = ingredients.map(({ amount, unit, name }) =>
    ['-', formatAmount(amount), unit, name].filter((word) => word !== '').join(' '),
  );
  return [title, `For ${servings}, ${formatMinutes(minutes)}`, '', ...lines].join('\n');
}
