import { describe, expect, it } from 'vitest';
import type { CompareStep } from './steps.ts';
import { atOnce } from '../lib/in-steps.ts';
import { compareRows } from './rows.ts';

function call(name: string, args: string, content?: string, isError = false): CompareStep {
  const step: CompareStep = { kind: 'call', entryId: `${name}-${args}`, callId: 'c', name, input: args };
  return content === undefined ? step : { ...step, output: { entryId: `${name}-result`, content, isError } };
}

function said(kind: 'message' | 'answer', input: string): CompareStep {
  return { kind, entryId: input, name: '', input };
}

function told(left: readonly CompareStep[], right: readonly CompareStep[]): readonly string[] {
  return atOnce(compareRows(left, right)).map(({ type, differs = [], ...row }) =>
    [type, (row.left ?? row.right)?.name || (row.left ?? row.right)?.text, ...differs].join(' '),
  );
}

describe('compareRows', () => {
  it('goes by what arguments say, not by how they were written down', () => {
    expect(told([call('read', '{"path":"a","n":1}', 'A')], [call('read', '{ "n": 1, "path": "a" }', 'A')])).toEqual([
      'same read',
    ]);
  });

  it('tells what differs of a step that both have', () => {
    expect(told([call('run', '{"c":"test"}', 'ok')], [call('run', '{"c":"test"}', 'no', true)])).toEqual([
      'changed run output',
    ]);
    expect(told([call('run', '{"c":"test"}', 'ok')], [call('run', '{"c":"lint"}', 'ok')])).toEqual([
      'changed run input',
    ]);
    expect(told([call('run', '{"c":"test"}')], [call('run', '{"c":"lint"}', 'ok')])).toEqual([
      'changed run input output',
    ]);
    expect(told([said('answer', 'Yes')], [said('answer', 'No')])).toEqual(['changed Yes input']);
  });

  it('rather pairs calls on the same target than those that only stand in the same place', () => {
    const left = [call('read', '{"path":"a"}', '1'), call('read', '{"path":"b","from":1}', '2')];
    const right = [call('read', '{"path":"b","from":9}', '3'), call('read', '{"path":"c"}', '4')];
    expect(atOnce(compareRows(left, right)).map(({ type }) => type)).toEqual(['left', 'changed', 'right']);
  });

  it('does not shift when a call was put in', () => {
    const shared = [said('message', 'Go'), call('list', '{}', 'x'), call('read', '{"path":"a"}', 'A')];
    const right = [shared[0], call('search', '{"q":"?"}', 'none'), ...shared.slice(1)].filter(
      (step) => step !== undefined,
    );
    expect(told(shared, right)).toEqual(['same Go', 'right search', 'same list', 'same read']);
  });

  it('says no more of a step than a line needs', () => {
    const [row] = atOnce(compareRows([call('write', JSON.stringify({ text: 'x'.repeat(10_000) }), 'ok')], []));
    expect(row?.left?.text).toHaveLength(300);
    expect(row?.left).toMatchObject({ callId: 'c', outcome: 'ok', resultId: 'write-result' });
  });
});
