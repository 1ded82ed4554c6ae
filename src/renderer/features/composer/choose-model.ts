import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { NextModel } from '../../state/next-model.ts';

/** What stands for the agent's own model. */
export const OWN_MODEL = 'own';

const MOST_NAMED = 5;

/**
 * The model that a person means: the one that is called exactly so, else the only one that the words are a part of, else
 * whatever is named like `<address>/<model>`. Failures: `model_ambiguous`, `model_not_found`.
 */
export function chooseModel(query: string, models: readonly string[]): Result<NextModel> {
  if (query.toLowerCase() === OWN_MODEL) return ok(null);
  if (models.includes(query)) return ok(query);
  const found = matchModels(query, models);
  const [only] = found;
  if (only !== undefined && found.length === 1) return ok(only);
  if (found.length > 1) {
    const more = found.length > MOST_NAMED ? ', …' : '';
    const names = found.slice(0, MOST_NAMED).map((name) => `“${name}”`);
    return fail('model_ambiguous', `“${query}” may be any of: ${names.join(', ')}${more}`, 'Write more of it.');
  }
  if (/^[^/\s]+\/\S+$/.test(query)) return ok(query);
  return fail('model_not_found', `No model is called “${query}”.`, 'Write a part of its name, or <address>/<model>.');
}

export function matchModels(query: string, models: readonly string[]): readonly string[] {
  const words = query.trim().toLowerCase();
  return models.filter((id) => id.toLowerCase().includes(words));
}
