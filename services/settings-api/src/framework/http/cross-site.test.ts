import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createTrustedProxies } from '@bunting/service/client-address';
import { refuseCrossSite } from './cross-site.ts';

const host = 'flags.acme.example';
const publicUrl = 'https://flags.acme.example';
const trustedProxies = createTrustedProxies(1, ['loopback']);

/** Returns the outcome behind a proxy that reports https, unless `headers` say something else. */
function outcome(headers: Record<string, string>, knownUrl?: string): 'served' | 'refused' {
  const req = {
    headers: { host, 'x-forwarded-proto': 'https', ...headers },
    socket: { remoteAddress: '127.0.0.1' },
  };
  try {
    refuseCrossSite(req as unknown as IncomingMessage, { publicUrl: knownUrl, trustedProxies });
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
    ['with an empty origin', { origin: '' }, 'refused'],
    ['of an older browser, without TLS where there is TLS', { origin: `http://${host}` }, 'refused'],
    [
      'of an older browser, with TLS where there is none',
      { origin: publicUrl, 'x-forwarded-proto': 'http' },
      'refused',
    ],
    [
      'of an older browser, without TLS on both sides',
      { origin: `http://${host}`, 'x-forwarded-proto': 'http' },
      'served',
    ],
    [
      'of an older browser, with its port',
      { origin: `https://${host}:8443`, host: `${host}:8443` },
      'served',
    ],
    ['by another protocol', { origin: `ftp://${host}` }, 'refused'],
    ['with an origin that has a name in it', { origin: `https://evil@${host}` }, 'refused'],
    ['with an origin that has a path', { origin: `https://${host}/` }, 'refused'],
    ['without a host', { origin: `https://${host}`, host: '' }, 'refused'],
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
    '',
    'Basic dXNlcjpwYXNzd29yZA==',
    'Negotiate YII',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Digest bearer x',
  ])('from another site is refused with the header Authorization: %s, which is no token', (authorization) => {
    const evil = { authorization, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(outcome(evil)).toBe('refused');
    expect(outcome({ ...evil, 'sec-fetch-site': 'same-site' })).toBe('refused');
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
