/** The recipe for another number of people: every amount changes by the same factor. */
export function scaleRecipe(recipe, servings) {
  if (!(servings > 0)) throw new RangeError('A recipe serves at least one person');
  const factor = recipe.servings / servings;
  const ingredients = recipe.ingredients.map((item) => ({ ...item, amount: item.amount * factor }));
  return { ...recipe, servings, ingredients };
}
