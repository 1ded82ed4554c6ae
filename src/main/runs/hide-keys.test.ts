import { expect, test } from 'vitest';
import { hideKeys } from './hide-keys.ts';

test.each([
  [
    'curl -H "Authorization: Bearer abcdef123456" https://x.example',
    'curl -H "Authorization: Bearer •••" https://x.example',
  ],
  ['OPENAI_API_KEY=sk-proj-1234567890abcdef npm test', 'OPENAI_API_KEY=••• npm test'],
  ['deploy --token "hunter2hunter2" --all', 'deploy --token "•••" --all'],
  ['git clone https://ghp_0123456789abcdefABCD@host.example/a', 'git clone https://•••@host.example/a'],
  ['{"password":"correct horse"}', '{"password":"••• horse"}'],
  ['echo 0123456789abcdef0123456789abcdef01', 'echo •••'],
  ['npm test -- --grep "the token is kept"', 'npm test -- --grep "the token is kept"'],
  [
    'cat src/main/settings/secrets-of-people-with-very-long-names.ts',
    'cat src/main/settings/secrets-of-people-with-very-long-names.ts',
  ],
])('%s', (text, shown) => {
  expect(hideKeys(text)).toBe(shown);
});
