import { expect, test } from 'vitest';
import { comesFromOurPage } from './sender.ts';

function sentBy(url: string) {
  const frame = { url };
  return { senderFrame: frame, sender: { mainFrame: frame } };
}

test('the page of our window is heard, wherever in it', () => {
  for (const url of ['runlight://app/index.html', 'runlight://app/', 'runlight://app/index.html?x#/thread/1']) {
    expect([url, comesFromOurPage(sentBy(url))]).toEqual([url, true]);
  }
});

test('a frame in our page is not, even one that shows our page', () => {
  const mainFrame = { url: 'runlight://app/index.html' };
  expect(comesFromOurPage({ senderFrame: { url: 'runlight://app/index.html' }, sender: { mainFrame } })).toBe(false);
});

test('a frame that has gone is not', () => {
  expect(comesFromOurPage({ senderFrame: null, sender: { mainFrame: {} } })).toBe(false);
});

test.each([
  'https://app/index.html',
  'http://localhost:5173/',
  'runlight://app.evil/index.html',
  'runlight://evil/index.html',
  'runlight://app@evil/index.html',
  'runlight://app:80/index.html',
  'runlight://app/other.html',
  'runlight:app/index.html',
  'runlightx://app/index.html',
  'data:text/html,runlight://app/index.html',
  'file:///app/index.html',
  'about:blank',
  '',
])('%j is not', (url) => {
  expect(comesFromOurPage(sentBy(url))).toBe(false);
});
