import { describe, expect, it } from '@jest/globals';
import { readConfig } from '@bunting/config';
import { readTargetRules, webhookFields } from './webhook-fields.ts';

const read = (env: Record<string, string>) => readTargetRules(readConfig(env, webhookFields));

describe('the networks of the operator', () => {
  it('are none unless they are named, and names of local networks are not looked up', () => {
    expect(read({})).toEqual({
      allowInsecure: false,
      networks: { https: [], http: [] },
      withLocalNames: false,
    });
    expect(read({ WEBHOOK_ALLOWED_NETWORKS: ' 10.0.0.0/8 , fd00::/8 ' }).networks!.https).toHaveLength(2);
    expect(read({ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.7' }).withLocalNames).toBe(true);
  });

  it.each([
    ['10.0.0.1/8', 'has "10.0.0.1/8", which begins at 10.0.0.0: write 10.0.0.0/8.'],
    ['fd00::1/8', 'has "fd00::1/8", which begins at fd00::: write fd00::/8.'],
    ['10.0.0.0/33', 'has "10.0.0.0/33", whose prefix length isn\'t a whole number up to 32.'],
    ['10.0.0.0/8.5', 'has "10.0.0.0/8.5", whose prefix length isn\'t a whole number up to 32.'],
    ['10.0.0.0/', 'has "10.0.0.0/", whose prefix length isn\'t a whole number up to 32.'],
    ['0.0.0.0/0', 'has "0.0.0.0/0", which is wider than any private network: use at least /8.'],
    ['::/0', 'has "::/0", which is wider than any private network: use at least /7.'],
    ['jenkins.internal', 'has "jenkins.internal", which isn\'t a network such as 10.0.0.0/8 or fd00::/8.'],
    ['10.0.0/8', 'has "10.0.0/8", which isn\'t a network such as 10.0.0.0/8 or fd00::/8.'],
    ['10.0.0.0/8/8', 'has "10.0.0.0/8/8", which isn\'t a network such as 10.0.0.0/8 or fd00::/8.'],
    ['fe80::1%eth0', 'has "fe80::1%eth0", which isn\'t a network such as 10.0.0.0/8 or fd00::/8.'],
    ['::ffff:10.0.0.0/104', 'has "::ffff:10.0.0.0/104": write it as an IPv4 network.'],
    ['169.254.169.254', 'has "169.254.169.254", which serves cloud metadata and is always refused.'],
    ['169.254.0.0/16', 'has "169.254.0.0/16", which serves cloud metadata and is always refused.'],
    ['fd00:ec2::254/128', 'has "fd00:ec2::254/128", which serves cloud metadata and is always refused.'],
    ['fe80::/64', 'has "fe80::/64", which serves cloud metadata and is always refused.'],
    ['10.0.0.7:0', 'has "10.0.0.7:0", whose port isn\'t between 1 and 65535.'],
    ['[fd00::7]:65536', 'has "[fd00::7]:65536", whose port isn\'t between 1 and 65535.'],
    ['[fd00::/8]:9000', 'has "[fd00::/8]:9000", which names a port of a network: name a port of an address.'],
    ['10.0.0.0/8:9000', 'has "10.0.0.0/8:9000", whose prefix length isn\'t a whole number up to 32.'],
    ['169.254.169.254:80', 'has "169.254.169.254", which serves cloud metadata and is always refused.'],
    ['10.0.0.0/8,', 'has an empty entry.'],
    [Array.from({ length: 101 }, (_, n) => `10.0.${n}.0/24`).join(), 'can have at most 100 networks.'],
  ])('are refused at start: %s', (text, problem) => {
    for (const name of ['WEBHOOK_ALLOWED_NETWORKS', 'WEBHOOK_ALLOWED_HTTP_NETWORKS']) {
      expect(() => read({ [name]: text })).toThrow(`${name} ${problem}`);
    }
  });

  it('are refused with every mistake at once', () => {
    const text = '10.0.0.1/8, x, 192.168.0.0/16, 0.0.0.0/0';
    expect(() => read({ WEBHOOK_ALLOWED_NETWORKS: text, WEBHOOK_ALLOWED_HTTP_NETWORKS: 'y' })).toThrow(
      /10\.0\.0\.1\/8.*; and "x".*; and "0\.0\.0\.0\/0".*\n.*WEBHOOK_ALLOWED_HTTP_NETWORKS has "y"/,
    );
  });
});
