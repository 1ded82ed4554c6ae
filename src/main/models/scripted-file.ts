import { readFileSync } from 'node:fs';
import { isRecord, parseJson } from '../../shared/lib/json.ts';
import type { Model } from '../agent/model.ts';
import { thrownMessage } from '../lib/thrown.ts';
import type { Scenario } from './scenario.ts';
import { scriptedModel } from './scripted.ts';

/** A model that answers by a file of steps, `{ "steps": [{ "text": "…" }, …] }`: no network, and the same each time. */
export function scriptedFile(id: string, path: string): Model {
  const steps = stepsIn(path);
  if (typeof steps !== 'string') return scriptedModel({ id, scenario: { steps } });
  const hint = 'Name a JSON file of the form { "steps": [{ "text": "…" }] }';
  const error = { code: 'model_unknown', message: steps, hint, retryable: false };
  return {
    id,
    async *stream() {
      yield { type: 'failed', error };
    },
  };
}

/** The steps, or what is wrong with the file. */
function stepsIn(path: string): Scenario['steps'] | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `The script ${path} cannot be read: ${thrownMessage(error)}`;
  }
  const script = parseJson(text);
  const steps = isRecord(script) ? script.steps : undefined;
  const isScript = Array.isArray(steps) && steps.every(isRecord);
  // What a step leaves out has its default; what it has too much is not looked at.
  return isScript ? steps : `The script ${path} has no steps`;
}
