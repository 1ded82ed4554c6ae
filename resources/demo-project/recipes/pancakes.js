export const pancakes = {
  title: 'Buttermilk pancakes',
  servings: 4,
  minutes: 25,
  ingredients: [
    { amount: 2, unit: 'cups', name: 'flour' },
    { amount: 1.5, unit: 'cups', name: 'buttermilk' },
    { amount: 2, unit: '', name: 'eggs' },
    { amount: 0.25, unit: 'cups', name: 'melted butter' },
    { amount: 1, unit: 'tsp', name: 'baking soda' },
  ],
};
