import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { stepAnswers } from './step-answers.ts';

it('changes answers that are fresh, and leaves those alone that will be asked for again', async () => {
  const client = new QueryClient();
  client.setQueryData(['counts', 'fresh'], 1);
  client.setQueryData(['counts', 'old'], 1);
  client.setQueryData(['others'], 1);
  await client.invalidateQueries({ queryKey: ['counts', 'old'] });

  stepAnswers<number>(client, ['counts'], (count) => count + 1);

  const state = (...key: string[]) => {
    const { data, isInvalidated } = client.getQueryState(key) ?? {};
    return { data, isInvalidated };
  };
  expect(state('counts', 'fresh')).toEqual({ data: 2, isInvalidated: false });
  expect(state('counts', 'old')).toEqual({ data: 1, isInvalidated: true });
  expect(state('others')).toEqual({ data: 1, isInvalidated: false });
});
