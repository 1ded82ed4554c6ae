import { describe, expect, it } from 'vitest';
import type { PathBody, PathEntry } from '../../shared/thread/entry.ts';
import { travelFrom, type TravelChanges } from './travel.ts';

const attachment = { id: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', bytes: 1 };
const result = (callId: string, content: string): PathBody => ({
  kind: 'tool_result',
  messageId: 'e2',
  callId,
  toolName: 'read',
  content,
  isError: false,
});

/** `e1` … `e5`: a message, an answer with two calls, their results, an answer. */
const PATH: readonly PathEntry[] = (
  [
    { kind: 'user_message', text: 'Go', origin: 'person', attachments: [attachment] },
    {
      kind: 'assistant_message',
      step: 1,
      model: 'm',
      text: '',
      reasoning: '',
      calls: [
        { id: 'x', name: 'read', arguments: '{}' },
        { id: 'y', name: 'read', arguments: '{}' },
      ],
      finish: 'tool_calls',
      sentAt: 0,
    },
    result('y', 'why'),
    result('x', 'ex'),
    {
      kind: 'assistant_message',
      step: 2,
      model: 'm',
      text: 'So',
      reasoning: '',
      calls: [],
      finish: 'stop',
      sentAt: 0,
    },
  ] satisfies readonly PathBody[]
).map((body, index) => ({
  id: `e${index + 1}`,
  threadId: 't',
  seq: index + 1,
  at: 0,
  v: 1,
  parentId: index === 0 ? null : `e${index}`,
  ...body,
}));

function travel(changes: TravelChanges, messageId = 'e2', path = PATH) {
  let ids = 0;
  const travelled = travelFrom(path, messageId, changes, () => `n${(ids += 1)}`);
  if (!travelled.ok) return travelled.error.code;
  const { parentId, drafts } = travelled.value;
  return { parentId, bodies: drafts.map(({ body }) => body) };
}

describe('a run that goes on from an earlier step', () => {
  it('reads another result for one call, and those of the others as they were', () => {
    expect(travel({ result: { callId: 'x', content: 'mine', isError: true }, context: 'Be quick.' })).toEqual({
      parentId: 'e2',
      bodies: [
        { ...result('x', 'mine'), isError: true },
        result('y', 'why'),
        {
          kind: 'intervention',
          from: 'e2',
          result: { messageId: 'e2', callId: 'x', toolName: 'read' },
          context: 'Be quick.',
        },
      ],
    });
  });

  it('runs the calls that had no result yet', () => {
    expect(travel({ result: { callId: 'x', content: 'mine' } }, 'e2', PATH.slice(0, 2))).toMatchObject({
      bodies: [result('x', 'mine'), { kind: 'intervention' }],
    });
  });

  it('answers another message, with the attachments of the first', () => {
    expect(travel({ message: 'Stop' }, 'e5')).toEqual({
      parentId: null,
      bodies: [
        { kind: 'user_message', text: 'Stop', origin: 'person', attachments: [attachment] },
        { kind: 'intervention', from: 'e5', message: true },
      ],
    });
  });

  it('asks the model again with more context, or without some tools', () => {
    const changes = { context: 'It is Monday.', withoutTools: ['read'] };
    expect(travel(changes)).toEqual({
      parentId: 'e1',
      bodies: [{ kind: 'intervention', from: 'e2', ...changes }],
    });
  });

  it('refuses what cannot be', () => {
    expect(travel({ context: 'x' }, 'e1')).toBe('entry_not_found');
    expect(travel({ result: { callId: 'z', content: '' } })).toBe('call_not_found');
    expect(travel({})).toBe('nothing_changed');
    expect(travel({ message: 'x', result: { callId: 'x', content: '' } })).toBe('changes_clash');
    expect(travel({ message: 'x' }, 'e2', PATH.slice(1))).toBe('no_message');
    const [asked, answer] = PATH;
    const calls = [{ id: 'x', name: 'write_todos', arguments: '{"todos":[{"id":""}]}' }];
    const refused = [asked, { ...answer, calls }] as readonly PathEntry[];
    expect(travel({ result: { callId: 'x', content: 'Written' } }, 'e2', refused)).toBe('list_refused');
    expect(travel({ result: { callId: 'x', content: 'No', isError: true } }, 'e2', refused)).toMatchObject({
      parentId: 'e2',
    });
  });
});
