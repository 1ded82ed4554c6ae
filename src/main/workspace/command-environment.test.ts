import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { commandEnvironment } from './command-environment.ts';

const UNATTENDED = {
  NO_COLOR: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GH_PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
};

function paths(...folders: readonly string[]): string {
  return folders.join(delimiter);
}

test("a command gets the person's variables, not ours", () => {
  const own = {
    HOME: '/home/ann',
    TERM: 'xterm',
    PATH: paths('/usr/bin', '/bin'),
    RUNLIGHT_HOME: '/x',
    RUNLIGHT_COMMAND: 'outer',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--max-old-space-size=1',
    FORCE_COLOR: '3',
    npm_config_registry: 'https://registry.example',
  };
  expect(commandEnvironment(own, { path: ['/demo/bin'], extra: { PAGER: 'less', MORE: '1' } })).toEqual({
    ...UNATTENDED,
    HOME: '/home/ann',
    PATH: paths('/demo/bin', '/usr/bin', '/bin'),
    npm_config_registry: 'https://registry.example',
    PAGER: 'less',
    MORE: '1',
  });
});

test('no key of a model provider reaches a command, unless the workspace gives it', () => {
  const own = {
    PATH: '/bin',
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_AUTH_TOKEN: 'k',
    OPENAI_API_KEY: 'k',
    GOOGLE_GENERATIVE_AI_API_KEY: 'k',
    GEMINI_API_KEY: 'k',
    GOOGLE_API_KEY: 'k',
    Openrouter_Api_Key: 'k',
    MY_API_KEY: 'mine',
  };
  expect(commandEnvironment(own, { path: [], extra: { OPENAI_API_KEY: 'given' } })).toEqual({
    ...UNATTENDED,
    PATH: '/bin',
    MY_API_KEY: 'mine',
    OPENAI_API_KEY: 'given',
  });
});

test('what an npm script adds for itself is gone, our own tools among it', () => {
  const own = {
    npm_lifecycle_event: 'start',
    npm_package_name: 'runlight',
    npm_execpath: '/npm',
    npm_config_local_prefix: '/runlight',
    npm_config_registry: 'https://registry.example',
    INIT_CWD: '/runlight',
    PATH: paths('/runlight/node_modules/.bin', '/node_modules/.bin', '/usr/bin'),
  };
  expect(commandEnvironment(own, { path: [], extra: {} })).toEqual({
    ...UNATTENDED,
    PATH: '/usr/bin',
    npm_config_registry: 'https://registry.example',
  });
});

test('where the own shell looks comes before what the desktop gave, and nothing twice', () => {
  const own = { PATH: paths('/usr/bin', '/bin') };
  const surroundings = { path: ['/demo/bin'], shellPath: ['/home/ann/bin', '/usr/bin'], extra: {} };
  expect(commandEnvironment(own, surroundings)).toEqual({
    ...UNATTENDED,
    PATH: paths('/demo/bin', '/home/ann/bin', '/usr/bin', '/bin'),
  });
});

test('PATH is found under the name that Windows gives it', () => {
  const environment = commandEnvironment({ Path: 'C' }, { path: ['B'], extra: {} });
  expect(environment).toEqual({ ...UNATTENDED, Path: paths('B', 'C') });
});
