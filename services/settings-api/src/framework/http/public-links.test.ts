import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { expect, it } from '@jest/globals';
import { createTrustedProxies } from '@bunting/service/client-address';
import { invitationUrl, passwordResetUrl } from './public-links.ts';

const trustedProxies = createTrustedProxies(0, ['loopback']);
const linkFor = (host: string | undefined, publicUrl?: string) =>
  invitationUrl(
    { headers: host === undefined ? {} : { host }, socket: {} } as IncomingMessage,
    { publicUrl, trustedProxies },
    'token',
  );
const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const four = own.find(({ family }) => family === 'IPv4')!.address;

it.each([
  ['localhost:8080', 'localhost:8080'],
  ['127.0.0.1:8080', '127.0.0.1:8080'],
  ['[::1]:8080', '[::1]:8080'],
  [`${four}:8080`, `${four}:8080`],
  [`${hostname()}:8080`, `${hostname()}:8080`],
  ['evil.example', 'localhost'],
  ['evil.example:8080', 'localhost:8080'],
  ['localhost.evil.example:8080', 'localhost:8080'],
  ['localhost:8080@evil.example', 'localhost'],
  ['localhost/@evil.example', 'localhost'],
  ['203.0.113.7:8080', 'localhost:8080'],
  ['127.0.0.1.evil.example', 'localhost'],
  ['[2001:db8::7]:8080', 'localhost:8080'],
  ['', 'localhost'],
  [undefined, 'localhost'],
])('without PUBLIC_URL a link for the host %s leads to %s', (host, expected) => {
  expect(linkFor(host)).toBe(`http://${expected}/invitations/token`);
});

it('with PUBLIC_URL it leads there, whatever the host is', () => {
  expect(linkFor('evil.example', 'https://acme.example/flags')).toBe(
    'https://acme.example/flags/invitations/token',
  );
  const req = { headers: { host: 'evil.example' }, socket: {} } as IncomingMessage;
  expect(passwordResetUrl(req, { publicUrl: undefined, trustedProxies }, 't')).toBe(
    'http://localhost/password-resets/t',
  );
});
