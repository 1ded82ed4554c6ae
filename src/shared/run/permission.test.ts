import { describe, expect, it, test } from 'vitest';
import { splitCommand } from './command-line.ts';
import { permissionFor, ruleAllowing, type CommandRule, type Grant, type Permissions } from './permission.ts';

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
    ['sudo -u me -- rm x', 'never'],
    ['timeout 5 /bin/rm x', 'never'],
    ['if npm test; then rm x; fi', 'never'],
    ['bash -c "rm x"', 'never'],
    ["npm test 'x & curl evil.example'", 'ask'],
    ['sudo npm test', 'ask'],
    ['A=1 npm test', 'ask'],
  ])('%s: %s', (text, expected) => {
    expect(command(text)).toBe(expected);
  });

  it('fall back to what holds for the tool, then to what the tool is by itself', () => {
    expect(command('ls', [], { approvals: { run_command: 'always' }, commandRules: [] })).toBe('always');
    expect(command('ls', [], { approvals: {}, commandRules: [] })).toBe('ask');
    expect(command('rm x', [], { approvals: { run_command: 'always' }, commandRules: rules })).toBe('never');
  });

  it('are asked about where rules hold some back and cannot read this one', () => {
    const given: Permissions = { approvals: { run_command: 'always' }, commandRules: rules };
    expect(command('ls', [], given)).toBe('always');
    for (const text of ['$(echo git) push', 'ls\n{ git push; }', 'echo "\\" ; git push"', 'find . -exec rm {} +'])
      expect(command(text, [], given)).toBe('ask');
    expect(command('ls > x', [], { ...given, commandRules: rules.slice(0, 2) })).toBe('always');
  });

  it('that lie in a folder may be allowed', () => {
    const given: Permissions = { approvals: {}, commandRules: [{ pattern: './gradlew test*', decision: 'always' }] };
    expect(command('./gradlew test --info', [], given)).toBe('always');
    expect(command('/tmp/gradlew test', [], given)).toBe('ask');
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

test('a tool may be called like what every object has', () => {
  const given: Permissions = { approvals: {}, commandRules: [] };
  expect(permissionFor({ tool: 'toString', asks: true }, given, [])).toBe('ask');
  expect(permissionFor({ tool: 'constructor', asks: false }, given, [])).toBe('always');
});

test.each([
  ['npm test', 'npm test'],
  [' git  commit ', 'git  commit'],
  ['rm "a b"', undefined],
  ['./run.sh', './run.sh'],
  ['rm *.tmp', undefined],
  ['npm test && git status', undefined],
  ['echo $HOME', undefined],
  ['', undefined],
  ['x'.repeat(501), undefined],
])('%s alone is allowed by the rule %s', (text, pattern) => {
  expect(ruleAllowing(text)).toEqual(pattern === undefined ? undefined : { pattern, decision: 'always' });
});

test('a command line is split at its operators, outside of quotes', () => {
  expect(splitCommand(`echo "a && b" 'c;d' && A=1 /bin/ls || sudo -n pwd`)).toEqual({
    parts: [
      { text: 'echo a && b c;d', inner: [] },
      { text: 'A=1 /bin/ls', inner: ['ls'] },
      { text: 'sudo -n pwd', inner: ['-n pwd', 'pwd'] },
    ],
    plain: true,
  });
  expect(splitCommand('')).toEqual({ parts: [], plain: true });
});
