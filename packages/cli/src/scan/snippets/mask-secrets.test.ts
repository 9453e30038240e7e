import { describe, expect, it } from '@jest/globals';
import { maskSecrets } from './mask-secrets.ts';
import { toSnippet } from './line-reader.ts';

// Each secret is in two parts, so that secret scanners do not report this file.
const secrets: readonly (readonly [what: string, start: string, rest: string])[] = [
  ['a key of AWS', 'AKIA', 'IOSFODNN7EXAMPLE'],
  ['a secret of AWS', 'wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYEXAMPLEKEY'],
  ['a token of GitHub', 'ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'],
  ['a fine-grained token of GitHub', 'github_pat_', '11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz'],
  ['a token of GitLab', 'glpat-', 'ABCdef123456_-7890xyz'],
  ['a token of Slack', 'xoxb-', '123456789012-abcdefABCDEF'],
  ['a hook of Slack', 'https://hooks.slack.com/services/', 'T000/B000/XXXXXXXX'],
  ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N'],
  ['an organisation token of ours', 'rpa_', 'demo_ci_0123456789abcdef'],
  ['a signing secret of ours', 'whsec_', '0123456789abcdef'],
  ['an environment key of ours', '5f0c2b52-', '6a3c-4f2b-9d55-0a1b2c3d4e5f'],
  ['a key of Stripe', 'sk_live_', '4eC39HqLyjWDarjtT1zdp7dc'],
  ['a key of Google', 'AIza', 'SyA1234567890abcdefghijklmnopqrstuv'],
  ['a key of LaunchDarkly', 'sdk-', '12345678-1234-1234-1234-123456789012'],
  ['a hash', '9f86d081884c7d659a2feaa0c55ad015', 'a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ['a hash behind a prefix', 'dop_v1_9f86d081884c7d65', '9a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ['random characters', 'q7Zp2Lk9', 'Xw4Rt8Vb3Nm6Hs1Df5Gj0'],
];

describe('a secret in a snippet', () => {
  it.each(secrets)('is masked: %s', (_, start, rest) => {
    const secret = start + rest;
    const masked = maskSecrets(`init('checkout-layout', "${secret}") // sic`);
    expect(masked).not.toContain(secret);
    expect(masked).toContain('***');
    expect(masked).toContain("init('checkout-layout', ");
    expect(masked).toContain('// sic');
  });

  it.each([
    ['password = "hunter2"', 'password = "***"'],
    [`const apiKey = 'abc';`, `const apiKey = '***';`],
    [`{ "client_secret": "s3cr3t", "flag": "checkout" }`, `{ "client_secret": "***", "flag": "checkout" }`],
    [`db_password: 'x y z'`, `db_password: '***'`],
    ['AUTH_TOKEN=abcdef npm run x', 'AUTH_TOKEN=*** npm run x'],
    ['Authorization: Bearer abc123def456', 'Authorization: Bearer ***'],
    ['postgres://app:hunter2@db/app', 'postgres://app:***@db/app'],
    ['-----BEGIN RSA PRIVATE KEY-----', '***'],
  ])('is masked because of the name it is assigned to: %s', (line, masked) => {
    expect(maskSecrets(line)).toBe(masked);
  });

  it.each([
    "if (await client.getBooleanValue('checkout-layout-with-a-rather-long-name-2024', false)) {",
    'const token = await login(user);',
    'import { CheckoutLayoutConfigurationProvider } from "../../components/checkout/layout/provider";',
    'let passwordless = client.isEnabled("passwordless-login")',
    'https://flags.example.com/v1/variables/checkout-layout',
  ])('is not suspected in plain code: %s', (line) => {
    expect(maskSecrets(line)).toBe(line);
  });
});

describe('a snippet', () => {
  it('has at most 500 characters, with the index among them', () => {
    const line = `${'a '.repeat(1_000)}HERE${' b'.repeat(1_000)}`;
    const snippet = toSnippet(line, 2_000);
    expect(snippet.length).toBeLessThanOrEqual(500);
    expect(snippet).toContain('HERE');
  });

  it('contains no control characters and no halves of characters', () => {
    expect(toSnippet('\tif (\u0000x\u001b[31m\u202e)\r', 3)).toBe('if ( x [31m )');
    expect(toSnippet('😀'.repeat(600), 601).isWellFormed()).toBe(true);
  });

  it('is masked before it is cut', () => {
    const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
    const snippet = toSnippet(`${'x '.repeat(240)}${secret}${' y'.repeat(400)}`, 0);
    expect(snippet).not.toContain('ghp_');
  });
});
