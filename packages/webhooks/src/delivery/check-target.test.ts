import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkTarget, flawOfTarget, parseUrl } from './check-target.ts';

interface Case {
  readonly name: string;
  readonly url: string;
  readonly resolvesTo?: readonly string[];
}

const cases = JSON.parse(
  readFileSync(new URL('../../../../contract/webhooks/targets.json', import.meta.url), 'utf8'),
) as { readonly refused: readonly Case[]; readonly allowed: readonly Case[] };

const check = ({ url, resolvesTo }: Case, allowInsecure = false) =>
  checkTarget(url, { allowInsecure, resolve: async () => resolvesTo ?? [] });

describe('refused', () => {
  for (const each of cases.refused) {
    const names = each.resolvesTo === undefined ? '' : ` → ${each.resolvesTo.join(', ')}`;
    it(`${each.name}: ${each.url}${names}`, async () => {
      const checked = await check(each);
      expect(checked.verdict).toBe('refused');
      expect(checked).toHaveProperty('reason', expect.stringMatching(/^\S.*\.$/));
    });
  }
});

describe('allowed', () => {
  for (const each of cases.allowed) {
    it(`${each.name}: ${each.url}`, async () => {
      const checked = await check(each);
      expect(checked.verdict).toBe('allowed');
      if (each.resolvesTo !== undefined) expect(checked).toHaveProperty('addresses', each.resolvesTo);
    });
  }
});

describe('without DNS', () => {
  it('a URL that is refused by itself has a flaw', () => {
    const literal = cases.refused.filter(({ resolvesTo }) => resolvesTo === undefined);
    expect(literal.filter(({ url }) => flawOfTarget(url, false) === undefined)).toEqual([]);
  });

  it('an allowed URL has none', () => {
    expect(cases.allowed.filter(({ url }) => flawOfTarget(url, false) !== undefined)).toEqual([]);
  });
});

describe('the reason', () => {
  it.each([
    ['https://127.1/', 'The address 127.0.0.1 is not public (loopback).'],
    ['https://[64:ff9b::a00:1]/', 'The address 64:ff9b::a00:1 is not public (private, through NAT64).'],
    ['https://[2002::1]/', 'The address 2002::1 is not public (6to4).'],
    ['http://8.8.8.8/', 'It must begin with https://.'],
    ['https://a:b@8.8.8.8/', 'It must not carry a user name or password.'],
    ['https://redis/', 'redis is a name of local networks.'],
  ])('%s: %s', async (url, reason) => {
    expect(await check({ name: '', url })).toEqual({ verdict: 'refused', reason });
  });

  it('does not name the private address behind a name', async () => {
    expect(await check({ name: '', url: 'https://hooks.example.com/', resolvesTo: ['10.0.0.7'] })).toEqual({
      verdict: 'refused',
      reason: 'hooks.example.com resolves to an address that is not public (private).',
    });
  });

  it('distinguishes a name that cannot be resolved from a refused one', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    expect(await checkTarget('https://hooks.example.com/', { resolve, allowInsecure: false })).toEqual({
      verdict: 'unresolved',
      reason: 'hooks.example.com cannot be resolved: the name does not exist.',
    });
  });
});

describe('WEBHOOK_ALLOW_INSECURE_TARGETS', () => {
  it.each(['http://127.0.0.1:9000/', 'https://localhost/', 'http://redis/', 'https://[::1]/'])(
    'allows %s',
    async (url) => {
      expect((await check({ name: '', url, resolvesTo: ['127.0.0.1'] }, true)).verdict).toBe('allowed');
    },
  );

  it.each(['ftp://127.0.0.1/', 'http://user@127.0.0.1/', 'nonsense'])('still refuses %s', async (url) => {
    expect((await check({ name: '', url }, true)).verdict).toBe('refused');
  });
});

describe('a URL', () => {
  it('is parsed the same however often', () => {
    const hosts = Array.from({ length: 50_000 }, () => parseUrl('https://bücher.example/')?.hostname);
    expect(new Set(hosts)).toEqual(new Set(['xn--bcher-kva.example']));
  });

  it.each(['', 'bücher', 'https://', 'https://a b/'])('is not "%s"', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
