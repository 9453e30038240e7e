import { describe, expect, it } from '@jest/globals';

import { isInRange, parseIpAddress, parseIpRange } from './ip-address.ts';

describe('IP addresses', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['10.1.2.3', '10.9.9.9/8', true],
    ['10.1.2.3', '0.0.0.0/0', true],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.4', '10.1.2.3/32', false],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1/128', true],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['10.1.2.3', '::ffff:10.0.0.0/104', true],
    ['11.1.2.3', '::ffff:10.0.0.0/104', false],
    ['10.1.2.3', '::/0', false],
    ['::1', '0.0.0.0/0', false],
  ])('%s in %s: %s', (address, range, expected) => {
    expect(isInRange(parseIpAddress(address)!, parseIpRange(range)!)).toBe(expected);
  });

  it.each([
    '',
    '10.1.2',
    '10.1.2.3.4',
    '256.1.1.1',
    '0x7f.0.0.1',
    '2130706433',
    '010.0.0.1',
    ' 10.1.2.3',
    '10.1.2.3 ',
    'fe80::1%eth0',
    '1::2::3',
    'localhost',
    ':'.repeat(100_000),
  ])('refuses the address %j', (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/8.0',
    '::/129',
    '::ffff:10.0.0.0/95',
    '/8',
  ])('refuses the range %j', (text) => {
    expect(parseIpRange(text)).toBeUndefined();
  });
});
