import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { refuseCrossSite } from './cross-site.ts';

const host = 'flags.acme.example';
const publicUrl = 'https://flags.acme.example';

function outcome(headers: Record<string, string>, knownUrl?: string): 'served' | 'refused' {
  try {
    refuseCrossSite({ headers: { host, ...headers } } as unknown as IncomingMessage, knownUrl);
    return 'served';
  } catch {
    return 'refused';
  }
}

describe('a request that may change something', () => {
  it.each([
    ['from a page of our own', { 'sec-fetch-site': 'same-origin', origin: publicUrl }, 'served'],
    ['that a person began', { 'sec-fetch-site': 'none' }, 'served'],
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 'refused'],
    ['from a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://blog.acme.example' }, 'refused'],
    ['of a browser that says something new', { 'sec-fetch-site': 'elsewhere' }, 'refused'],
    ['of an older browser, from a page of our own', { origin: `https://${host}` }, 'served'],
    [
      'of an older browser, with the host in capitals',
      { origin: publicUrl, host: 'FLAGS.acme.example' },
      'served',
    ],
    ['of an older browser, from another site', { origin: 'https://evil.example' }, 'refused'],
    ['of an older browser, from another port', { origin: `https://${host}:8443` }, 'refused'],
    ['from a sandboxed frame', { origin: 'null' }, 'refused'],
    ['with an origin that is none', { origin: 'flags.acme.example' }, 'refused'],
    [
      'from a site whose name begins like ours',
      { origin: 'https://flags.acme.example.evil.example' },
      'refused',
    ],
    ['of curl', {}, 'served'],
    [
      'with a token, wherever it comes from',
      { authorization: 'Bearer rpa_x', origin: 'https://evil.example' },
      'served',
    ],
  ])('%s', (_, headers, expected) => {
    expect(outcome(headers as Record<string, string>)).toBe(expected);
  });

  it.each([
    [
      'from the public address, though a proxy changed the host',
      { origin: publicUrl, host: '10.0.0.7' },
      'served',
    ],
    [
      'from a console at the public address',
      { origin: publicUrl, 'sec-fetch-site': 'cross-site', host: 'api.acme.example' },
      'served',
    ],
    [
      'from the public address without TLS',
      { origin: 'http://flags.acme.example', host: '10.0.0.7' },
      'refused',
    ],
    ['from another site', { origin: 'https://evil.example', host: '10.0.0.7' }, 'refused'],
  ])('where the public address is known: %s', (_, headers, expected) => {
    expect(outcome(headers as Record<string, string>, `${publicUrl}/`)).toBe(expected);
  });
});
