import { expect, it } from '@jest/globals';
import { addressOfMachine, listenHosts } from './addresses.ts';

it.each([
  [undefined, ['127.0.0.1', '::1'], ['127.0.0.1', '::1']],
  [undefined, ['127.0.0.1'], ['127.0.0.1']],
  ['::', ['127.0.0.1', '::1'], ['::']],
  ['::', ['127.0.0.1'], ['0.0.0.0']],
  ['192.0.2.1', ['127.0.0.1', '192.0.2.1'], ['192.0.2.1']],
])('HOST=%s on a machine with the addresses %j listens on %j', (host, addresses, hosts) => {
  expect(listenHosts(host, addresses)).toEqual(hosts);
});

it.each([
  [undefined, '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '[::1]'],
  ['192.0.2.1', '192.0.2.1'],
])('a server on HOST=%s is reached at %s', (host, address) => {
  expect(addressOfMachine(host)).toBe(address);
});
