import { expect, test } from 'vitest';
import { digest, type TitledNotice } from './digest.ts';

function notice(title: string, kind: TitledNotice['kind']): TitledNotice {
  return { title, kind, text: `${kind}!`, threadId: title, entryId: 'e' };
}

test('few are told one by one, the most important on top', () => {
  const [ended, failed, asks] = [notice('a', 'finished'), notice('b', 'failed'), notice('c', 'approval')];
  expect(digest([ended, asks, failed])).toEqual([
    { title: 'a', body: 'finished!', about: ended },
    { title: 'b', body: 'failed!', about: failed },
    { title: 'c', body: 'approval!', about: asks },
  ]);
});

test('of many, the least important are counted', () => {
  const ends = ['a', 'b', 'c'].map((title) => notice(title, 'finished'));
  const [failed, asks] = [notice('d', 'failed'), notice('e', 'approval')];
  const other = notice('f', 'failed');
  expect(digest([...ends, failed, asks, other])).toEqual([
    { title: '4 more runs', body: '1 failed, 3 finished', about: other },
    { title: 'd', body: 'failed!', about: failed },
    { title: 'e', body: 'approval!', about: asks },
  ]);
});
