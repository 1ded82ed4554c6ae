import { expect, test } from 'vitest';
import { providerModel } from './provider-model.ts';
import { ask } from './testing/served-model.ts';

test('an answer that is there at once leaves turns of the loop to others', async () => {
  const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x' } }] })}\n\n`;
  const fetch = () => Promise.resolve(new Response(piece.repeat(20_000)));
  const model = providerModel({ id: 'a/m', kind: 'openai-compatible', baseUrl: 'http://a/v1', modelName: 'm', fetch });
  let turns = 0;
  let others = setImmediate(function turn() {
    turns += 1;
    others = setImmediate(turn);
  });
  expect((await ask(model)).length).toBeGreaterThan(20_000);
  clearImmediate(others);
  expect(turns).toBeGreaterThan(5);
});
