import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { cameOverTls, clientAddress, createTrustedProxies, toNetwork } from './client-address.ts';

function requestOf(headers: Record<string, string>, socket: object = {}): IncomingMessage {
  return { headers, socket: { remoteAddress: '::ffff:10.0.0.1', ...socket } } as unknown as IncomingMessage;
}

const ownNetworks = ['loopback', 'linklocal', 'uniquelocal'];
const proxies = (hops: number) => createTrustedProxies(hops, ownNetworks);

describe('where a request comes from', () => {
  it.each([
    ['is the peer where no proxy is trusted', 0, '203.0.113.9', '10.0.0.1'],
    ['is what the proxy says', 1, '203.0.113.9', '203.0.113.9'],
    [
      'is the address that the proxy added, whatever the client wrote before it',
      1,
      '198.51.100.1, 203.0.113.9',
      '203.0.113.9',
    ],
    ['is what the outer of two proxies says', 2, '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['is the first entry where there are fewer than proxies', 2, '203.0.113.9', '203.0.113.9'],
    ['is the peer where the entry is no address', 1, 'unknown', '10.0.0.1'],
    ['is without its port', 1, '203.0.113.9:4711', '203.0.113.9'],
    ['is without its brackets and its port', 1, '[2001:db8::9]:4711', '2001:db8::9'],
    ['is without its brackets', 1, '[2001:db8::9]', '2001:db8::9'],
    ['is IPv4 where it is mapped, with a port', 1, '[::ffff:203.0.113.9]:4711', '203.0.113.9'],
    ['is IPv6 as it is where there are no brackets', 1, '2001:db8::9:4711', '2001:db8::9:4711'],
    ['is the peer where a port is none', 1, '203.0.113.9:http', '10.0.0.1'],
    [
      'is what the outer of two proxies says, which both write ports',
      2,
      '203.0.113.9:80, 10.0.0.2:81',
      '203.0.113.9',
    ],
    ['is the peer where there is no entry', 1, '', '10.0.0.1'],
    [
      'is the address that our last proxy added, even if more proxies are trusted',
      2,
      '198.51.100.1, 203.0.113.9',
      '203.0.113.9',
    ],
  ])('%s', (_, hops, forwarded, expected) => {
    expect(clientAddress(requestOf({ 'x-forwarded-for': forwarded }), proxies(hops))).toBe(expected);
  });
});

describe('a caller outside of the networks of our proxies', () => {
  it.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::9', ''])(
    'at %s cannot name another address',
    (peer) => {
      const request = requestOf({ 'x-forwarded-for': '198.51.100.1' }, { remoteAddress: peer });
      expect(clientAddress(request, proxies(1))).toBe(peer.replace('::ffff:', ''));
    },
  );

  it.each([
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['169.254.1.1', 'linklocal'],
    ['fe80::1', 'linklocal'],
    ['172.31.0.1', 'uniquelocal'],
    ['::ffff:192.168.1.1', 'uniquelocal'],
    ['fd00::1', 'uniquelocal'],
    ['203.0.113.9', '203.0.113.0/24'],
    ['2001:db8::9', '2001:db8::/32'],
  ])('is not %s where %s is trusted', (peer, network) => {
    const request = requestOf({ 'x-forwarded-for': '198.51.100.1' }, { remoteAddress: peer });
    expect(clientAddress(request, createTrustedProxies(1, [network]))).toBe('198.51.100.1');
    expect(clientAddress(request, createTrustedProxies(1, ['100.64.0.0/10']))).toBe(
      peer.replace('::ffff:', ''),
    );
  });
});

describe('TLS', () => {
  it.each([
    ['is believed of a trusted proxy', 1, 'https', {}, true],
    ['is not believed where no proxy is trusted', 0, 'https', {}, false],
    ['is what the nearest trusted proxy saw', 1, 'https, http', {}, false],
    ['is seen on the socket', 0, '', { encrypted: true }, true],
    ['is not trusted from a caller outside', 1, 'https', { remoteAddress: '203.0.113.9' }, false],
  ])('%s', (_, hops, protocol, socket, expected) => {
    expect(cameOverTls(requestOf({ 'x-forwarded-proto': protocol }, socket), proxies(hops))).toBe(expected);
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});
