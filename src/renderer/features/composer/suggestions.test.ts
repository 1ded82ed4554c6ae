import { expect, test } from 'vitest';
import { suggestionsFor } from './suggestions.ts';

const NAMES = {
  tasks: ['Read the tests', 'Write the tests', 'Rewrite mocks'],
  phases: ['Read', 'Write'],
  models: ['local/qwen3', 'anthropic/claude'],
  exports: ['Branch as Markdown', 'Thread as JSON'],
};
const offered = (text: string) => suggestionsFor(text, NAMES).map((one) => one.text);

test('commands are offered by what they begin with', () => {
  expect(offered('/')).toEqual(['/todo ', '/compact ', '/model ', '/export ']);
  expect(offered('/co')).toEqual(['/compact ']);
  expect(offered('/etc/hosts')).toEqual([]);
  expect(offered('say /')).toEqual([]);
  expect(offered('')).toEqual([]);
});

test('then the verbs, with what they do', () => {
  expect(offered('/todo ')).toHaveLength(13);
  expect(suggestionsFor('/todo D', NAMES)).toEqual([
    { text: '/todo done ', label: 'done', args: '[task or phase]', does: 'complete a task, a phase, or everything' },
    { text: '/todo drop ', label: 'drop', args: '[task or phase]', does: 'give a task, a phase, or everything up' },
  ]);
});

test('then what they may be about, as people name things', () => {
  expect(offered('/todo start WRITE')).toEqual(['/todo start Write the tests', '/todo start Rewrite mocks']);
  expect(offered('/todo done wr')).toEqual([
    '/todo done Write the tests',
    '/todo done Rewrite mocks',
    '/todo done Write',
  ]);
  expect(offered('/todo append r')).toEqual(['/todo append "Read" ']);
  expect(offered('/todo export r')).toEqual([]);
});

test('what is complete is not offered again', () => {
  expect(offered('/todo start Read the tests')).toEqual([]);
  expect(offered('/todo help')).toEqual([]);
  expect(offered('/compact')).toEqual([]);
});

test('models are offered by any part of their names, the agent’s own by its word; exports by what they begin with', () => {
  expect(offered('/model ')).toEqual(['/model own', '/model local/qwen3', '/model anthropic/claude']);
  expect(offered('/model LAU')).toEqual(['/model anthropic/claude']);
  expect(offered('/model local/qwen3')).toEqual([]);
  expect(offered('/export th')).toEqual(['/export thread as json']);
  expect(offered('/export thread as json')).toEqual([]);
});
