/** The network policy of Kubernetes allows the same addresses as the dispatcher itself. */
import { describe, expect, it } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { readRendered } from '../../../k8s/test/rendered.ts';
import { flawOfTarget } from '../src/delivery/check-target.ts';

describe('the egress of the dispatcher', () => {
  const policy = readRendered('production').find(({ metadata }) => metadata.name === 'allow-webhooks')!
    .spec as {
    egress: { to: { ipBlock: { cidr: string; except: string[] } }[] }[];
  };
  const blocks = policy.egress.flatMap(({ to }) => to.map(({ ipBlock }) => ipBlock));
  const has = (cidr: string, address: string) => {
    const parsed = ipaddr.parse(address);
    const [network, bits] = ipaddr.parseCIDR(cidr);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  };
  const isOpen = (address: string) =>
    blocks.some(({ cidr, except }) => has(cidr, address) && !except.some((each) => has(each, address)));

  /** The first and last address of each range that has a special purpose, and the addresses beside it. */
  const borders = (['IPv4', 'IPv6'] as const).flatMap((kind) => {
    const { SpecialRanges } = ipaddr[kind].prototype as unknown as {
      SpecialRanges: Record<string, unknown[]>;
    };
    const size = kind === 'IPv4' ? 32n : 128n;
    const write = (value: bigint) => {
      const bytes = Array.from({ length: Number(size) / 8 }, (_, n) =>
        Number((value >> (size - 8n * BigInt(n + 1))) & 255n),
      );
      return ipaddr.fromByteArray(bytes).toString();
    };
    return Object.values(SpecialRanges)
      .flatMap((each) => (Array.isArray(each[0]) ? each : [each]) as [ipaddr.IPv4 | ipaddr.IPv6, number][])
      .flatMap(([address, bits]) => {
        const first = address.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
        const last = first + (1n << (size - BigInt(bits))) - 1n;
        return [first - 1n, first, last, last + 1n]
          .filter((each) => each >= 0n && each < 1n << size)
          .map(write);
      });
  });

  it.each([
    ...new Set([
      ...borders,
      '8.8.8.8',
      '168.63.129.16',
      '2606:4700::1',
      '64:ff9b::808:808',
      '64:ff9b::a00:1',
      '64:ff9b::a83f:8110',
    ]),
  ])('allows %s if the program does', async (address) => {
    const url = `https://${address.includes(':') ? `[${address}]` : address}/`;
    expect(isOpen(address)).toBe(flawOfTarget(url, { allowInsecure: false }) === undefined);
  });
});
