import { expect, test } from 'vitest';
import { APP_URL, isAppAddress, isAppPage, isWebAddress } from './app-url.ts';

test('our page is under our protocol', () => {
  expect([isAppAddress(APP_URL), isAppPage(APP_URL)]).toEqual([true, true]);
  expect([isAppAddress('runlight://app/assets/a.js'), isAppPage('runlight://app/assets/a.js')]).toEqual([true, false]);
});

test('only web addresses go to the browser', () => {
  const addresses = [
    'https://example.com/',
    'http://example.com/',
    'HTTPS://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'mailto:a@example.com',
    'smb://host/share',
    'ms-settings:',
    'runlight://app/index.html',
    'data:text/html,x',
    '//example.com',
    'example.com',
    '',
  ];
  expect(addresses.filter(isWebAddress)).toEqual([
    'https://example.com/',
    'http://example.com/',
    'HTTPS://example.com',
  ]);
});
