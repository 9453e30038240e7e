import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '@bunting/config';
import { checkTarget, flawOfTarget, parseUrl } from './check-target.ts';
import { readTargetRules, webhookFields } from '../webhook-fields.ts';

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
      expect(checked).toHaveProperty('reason', expect.stringMatching(/^(?:must|has|resolves) .*[^.]$/));
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
    expect(literal.filter(({ url }) => flawOfTarget(url, { allowInsecure: false }) === undefined)).toEqual(
      [],
    );
  });

  it('an allowed URL has none', () => {
    expect(
      cases.allowed.filter(({ url }) => flawOfTarget(url, { allowInsecure: false }) !== undefined),
    ).toEqual([]);
  });
});

describe('the reason', () => {
  it.each([
    ['https://127.1/', "has the address 127.0.0.1, which isn't public (loopback)"],
    [
      'https://[64:ff9b::a00:1]/',
      "has the address 64:ff9b::a00:1, which isn't public (private, through NAT64)",
    ],
    ['https://[2002::1]/', "has the address 2002::1, which isn't public (6to4)"],
    ['http://8.8.8.8/', 'must start with https://'],
    ['https://a:b@8.8.8.8/', 'must not contain a user name or password'],
    ['https://redis/', 'has the local network name redis'],
  ])('%s: %s', async (url, reason) => {
    expect(await check({ name: '', url })).toEqual({ verdict: 'refused', reason });
  });

  it('does not name the private address behind a name', async () => {
    expect(await check({ name: '', url: 'https://hooks.example.com/', resolvesTo: ['10.0.0.7'] })).toEqual({
      verdict: 'refused',
      reason: "resolves to an address that isn't public (hooks.example.com: private)",
    });
  });

  it('distinguishes a name that cannot be resolved from a refused one', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    expect(await checkTarget('https://hooks.example.com/', { resolve, allowInsecure: false })).toEqual({
      verdict: 'unresolved',
      reason: "can't be resolved (hooks.example.com: the name does not exist)",
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

describe('networks of the operator', () => {
  const rules = readTargetRules(
    readConfig(
      {
        WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8, 100.64.0.0/10',
        WEBHOOK_ALLOWED_HTTP_NETWORKS: '192.168.7.0/24,127.0.0.0/8,::1',
      },
      webhookFields,
    ),
  );
  const verdictOf = async (url: string, resolvesTo?: readonly string[]) => {
    const checked = await checkTarget(url, { ...rules, resolve: async () => resolvesTo ?? [] });
    return checked.verdict === 'refused' ? checked.reason : checked.verdict;
  };
  const noHttp = 'must start with https://: http is only allowed to some networks';

  it.each([
    ['https://10.1.2.3/', undefined],
    ['https://[fd12:3456::7]:8443/', undefined],
    ['https://jenkins.ci.internal/hook', ['10.9.8.7', 'fd00::9']],
    ['https://jenkins/hook', ['10.9.8.7']],
    ['https://hooks.example.com/', ['8.8.8.8']],
    ['https://192.168.7.9/', undefined],
    ['http://192.168.7.9:9000/', undefined],
    ['http://localhost:9000/', ['127.0.0.1', '::1']],
  ] as const)('allow %s → %j', async (url, resolvesTo) => {
    expect(await verdictOf(url, resolvesTo)).toBe('allowed');
    if (resolvesTo === undefined) expect(flawOfTarget(url, rules)).toBeUndefined();
  });

  it.each([
    ['http://10.1.2.3/', undefined, noHttp],
    ['http://8.8.8.8/', undefined, noHttp],
    ['http://hooks.example.com/', ['192.168.7.9', '8.8.8.8'], noHttp],
    ['https://192.168.8.1/', undefined, "has the address 192.168.8.1, which isn't public (private)"],
    ['https://hooks.example.com/', ['10.0.0.1', '172.16.0.1'], /isn't public \(.*private/],
    ['https://[::ffff:10.0.0.1]/', undefined, /IPv4-mapped/],
    ['https://[64:ff9b::a00:1]/', undefined, /through NAT64/],
    ['https://10.0.0.1:22/', undefined, /^has port 22:/],
    ['https://a:b@10.0.0.1/', undefined, /user name or password/],
    ['ftp://10.0.0.1/', undefined, 'must start with https://'],
  ] as const)('still refuse %s → %j', async (url, resolvesTo, reason) => {
    const said = await verdictOf(url, resolvesTo);
    if (typeof reason === 'string') expect(said).toBe(reason);
    else expect(said).toMatch(reason);
  });
});

describe('one port of an address that the operator names', () => {
  const rules = readTargetRules(
    readConfig(
      { WEBHOOK_ALLOWED_HTTP_NETWORKS: '127.0.0.1:9000,[::1]:9000,10.0.0.7:80,10.0.0.8:443' },
      webhookFields,
    ),
  );

  it.each([
    ['http://127.0.0.1:9000/flags', true],
    ['https://127.0.0.1:9000/', true],
    ['http://[::1]:9000/', true],
    ['http://127.0.0.1:9001/', false],
    ['http://127.0.0.2:9000/', false],
    ['http://127.0.0.1/', false],
    ['https://10.0.0.8/', true],
    ['https://10.0.0.7/', false],
  ])('%s is allowed: %s', (url, isAllowed) => {
    expect(flawOfTarget(url, rules) === undefined).toBe(isAllowed);
  });

  it('is compared with each address of a name', async () => {
    const check = (url: string) => checkTarget(url, { ...rules, resolve: async () => ['127.0.0.1', '::1'] });
    expect((await check('http://localhost:9000/')).verdict).toBe('allowed');
    expect((await check('http://localhost:9001/')).verdict).toBe('refused');
  });
});

describe('cloud metadata stays refused, whatever is set', () => {
  const everything = [
    '10.0.0.0/8',
    '100.0.0.0/8',
    '168.0.0.0/8',
    '192.0.0.0/8',
    '169.0.0.0/8',
    'fc00::/7',
    '64:ff9b::/96',
  ].concat(['64:ff9b:1::/48', '2002::/16', '2001::/32', '::/7']);
  const widest = readTargetRules(
    readConfig(
      { WEBHOOK_ALLOWED_NETWORKS: everything.join(), WEBHOOK_ALLOWED_HTTP_NETWORKS: everything.join() },
      webhookFields,
    ),
  );
  const insecure = { allowInsecure: true };

  it.each([
    '169.254.169.254',
    '169.254.169.253',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.42.42',
    '169.254.0.23',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:0ec2:0000::0254',
    'fd00:ec2::23',
    'fd00:ec2::253',
    'fd20:ce::254',
    'fd00:42::42',
    'fd00:c1::a9fe:a9fe',
    'fe80::a9fe:a9fe',
    'fe80::a9fe:a9fe%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '64:ff9b::6464:64c8',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:1:a9fe:a9:fe00::',
    '2002:a9fe:a9fe::',
    '2001:0:1::5601:5601',
    'fd00::5efe:a9fe:a9fe',
    'fd00::200:5efe:169.254.170.2',
    '::ffff:168.63.129.16',
  ])('%s', async (address) => {
    for (const rules of [widest, insecure]) {
      const resolve = async () => [address];
      for (const protocol of ['http', 'https']) {
        expect(await checkTarget(`${protocol}://hooks.example.com/`, { ...rules, resolve })).toEqual({
          verdict: 'refused',
          reason: "resolves to an address that isn't public (hooks.example.com: cloud metadata)",
        });
        const literal = address.includes(':') ? `[${address}]` : address;
        if (address.includes('%')) continue;
        expect(flawOfTarget(`${protocol}://${literal}/latest`, rules)).toMatch(/\(cloud metadata\)/);
      }
    }
  });

  it.each([
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://169.254.43518/',
    'http://0251.0376.0251.0376/',
  ])('in the notation %s', (url) => expect(flawOfTarget(url, insecure)).toMatch(/\(cloud metadata\)/));
});
