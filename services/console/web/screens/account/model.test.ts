import { expect, it } from '@jest/globals';
import { addressInWords, getBrowserName } from './model.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
it.each([
  [null, 'Not a browser'],
  ['curl/8.5.0', 'curl/8.5.0'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Safari/604.1`,
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('calls %s %s', (userAgent, expected) => {
  expect(getBrowserName(userAgent)).toBe(expected);
});

it.each([
  [null, undefined],
  ['0000:0000:0000:0000:0000:0000:0000:0000', undefined],
  ['0.0.0.0', undefined],
  ['127.0.0.1', 'This machine'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', 'This machine'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['192.0.2.1', '192.0.2.1'],
  ['no:address', 'no:address'],
])('says of the address %s that it is %s', (address, expected) => {
  expect(addressInWords(address)).toBe(expected);
});
