import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';

import { formatIpAddress, parseIpAddress, parseIpRange, parsePeerAddress } from './ip-address.ts';
import { isInRanges, joinRanges } from './ip-ranges.ts';

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
    ['::10.1.2.3', '10.0.0.0/8', false],
    ['::a01:203', '10.0.0.0/8', false],
    ['::10.1.2.3', '::/96', true],
    ['::a01:203', '::10.1.2.0/120', true],
    ['64:ff9b::10.1.2.3', '10.0.0.0/8', false],
    ['::ffff:a01:203', '10.0.0.0/8', true],
    ['0:0:0:0:0:ffff:10.1.2.3', '::ffff:0:0/96', true],
    ['10.1.2.3', '::ffff:0:0/96', true],
    ['10.1.2.3', '::ffff:0:0/95', false],
    ['::ffff:10.1.2.3', '::fffe:0:0/95', false],
    ['::fffe:1:2', '::ffff:0:0/95', true],
    ['::fffd:1:2', '::ffff:0:0/95', false],
    ['::fffe:1:2', '::/80', true],
    ['::1:0:0:0', '::/80', false],
    ['::1:0:0:0', '::/79', true],
    ['::1:0:0:0', '::/0', true],
    ['::ffff:10.1.2.3', '::/0', false],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '::/0', true],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0', true],
  ])('%s in %s: %s', (address, range, expected) => {
    expect(isInRanges(joinRanges([parseIpRange(range)!]), parseIpAddress(address)!)).toBe(expected);
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
    '1:2:3:4:5:6:7:8::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '10.1.2.3::',
    '::10.1.2.3:1',
    '::10.1.2',
    '::12345',
    ':1::',
    '1:',
    '::g',
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
    '/8',
  ])('refuses the range %j', (text) => {
    expect(parseIpRange(text)).toBeUndefined();
  });

  it('are written in their shortest form', () => {
    for (const [text, shortest] of [
      ['::FFFF:10.1.2.3', '10.1.2.3'],
      ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
      ['0:0:0:0:0:0:0:0', '::'],
      ['1:0:2:0:3:0:4:0', '1:0:2:0:3:0:4:0'],
      ['1:2:3:4:5:6:0:0', '1:2:3:4:5:6::'],
      ['::10.1.2.3', '::a01:203'],
    ] as const) {
      expect(formatIpAddress(parseIpAddress(text)!)).toBe(shortest);
    }
  });

  it('are found in many ranges as in each of them', () => {
    const group = fc.constantFrom(0, 1, 0xff, 0xfffe, 0xffff, 0x0a01);
    const ipv6 = fc
      .array(group, { minLength: 8, maxLength: 8 })
      .map((groups) => groups.map((each) => each.toString(16)).join(':'));
    const ipv4 = fc
      .array(fc.constantFrom(0, 1, 10, 255), { minLength: 4, maxLength: 4 })
      .map((parts) => parts.join('.'));
    const containsIpv4 = fc
      .tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 0xfffe, 0xffff), group, group)
      .map((groups) => `0:0:0:0:${groups.map((each) => each.toString(16)).join(':')}`);
    const address = fc.oneof(ipv4, ipv6, containsIpv4);
    const range = fc.oneof(
      fc.tuple(containsIpv4, fc.integer({ min: 70, max: 128 })).map((parts) => parts.join('/')),
      fc.tuple(ipv6, fc.nat(128)).map((parts) => parts.join('/')),
      fc.tuple(ipv4, fc.nat(32)).map((parts) => parts.join('/')),
      fc.tuple(ipv4, fc.integer({ min: 90, max: 128 })).map(([text, prefix]) => `::ffff:${text}/${prefix}`),
      ipv4,
    );
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 20 }), address, (texts, text) => {
        const ranges = texts.map((each) => parseIpRange(each)!);
        const isInOne = texts.some((each) => isInByBits(text, each));
        expect(isInRanges(joinRanges(ranges), parseIpAddress(text)!)).toBe(isInOne);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Compares bits, with another parser. */
function isInByBits(text: string, range: string): boolean {
  const [base = '', prefix] = range.split('/');
  const [address, network] = [bitsOf(text), bitsOf(base)];
  const length = prefix === undefined ? 128 : Number(prefix) + (base.includes(':') ? 0 : 96);
  if (mapped.test(address) && (length < 96 || !mapped.test(network))) return false;
  return address.slice(0, length) === network.slice(0, length);
}

const mapped = /^0{80}1{16}/;

function bitsOf(text: string): string {
  const { parts } =
    ipaddr.parse(text).kind() === 'ipv4'
      ? (ipaddr.parse(text) as ipaddr.IPv4).toIPv4MappedAddress()
      : (ipaddr.parse(text) as ipaddr.IPv6);
  return parts.map((part) => part.toString(2).padStart(16, '0')).join('');
}

describe('the address of a peer', () => {
  it.each([
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:192.0.2.1]:1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('of %s is %s', (text, address) => {
    expect(formatIpAddress(parsePeerAddress(text)!)).toBe(address);
  });

  it.each([
    '',
    '[]',
    ':80',
    '[192.0.2.1]',
    '[192.0.2.1]:80',
    '192.0.2.1:',
    '192.0.2.1:99999',
    '192.0.2:80',
    '[::1]:',
    '[::1',
    '::1]',
    '[[::1]]',
    '[::1]:80:80',
    `[::1]:${'0'.repeat(100)}80`,
    '[fe80::1%eth0]',
  ])('is none of %j', (text) => {
    expect(parsePeerAddress(text)).toBeUndefined();
  });

  it.each(['192.0.2.1:80', '[2001:db8::1]', '[2001:db8::]/32', '192.0.2.0:80/24'])(
    '%s is no range',
    (text) => {
      expect(parseIpRange(text)).toBeUndefined();
    },
  );
});
