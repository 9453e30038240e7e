import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** The claims of the provider about one sign-in. They are true unless a test changes them. */
export interface ProviderClaims {
  /** Replaces claims of the ID token; undefined takes one away. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly signedWith?: 'own key' | 'another key' | 'the client secret';
  /** The answer of `/userinfo`, which is used where the ID token has no address. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
}

export interface HostileProvider {
  readonly issuer: string;
  /** Sets the claims of the next ID tokens. `nonce` is that of the attempt. */
  say(said: ProviderClaims): void;
  /** The ID token for this nonce is signed when the code is exchanged. */
  expect(nonce: string): void;
  stop(): Promise<void>;
}

export const clientSecret = 'secret of bunting';

/** Starts an OpenID Connect provider that signs any claims that a test sets. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let said: ProviderClaims = {};
  let nonce = '';
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url!, issuer);
    if (pathname === '/.well-known/openid-configuration') answer(res, metadataOf(issuer));
    else if (pathname === '/jwks')
      answer(res, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
      });
    else if (pathname === '/token')
      answer(res, { access_token: 'a', token_type: 'Bearer', id_token: idToken() });
    else if (pathname === '/userinfo') answer(res, said.userinfo ?? { sub: 'subject' });
    else res.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'bunting',
      sub: 'subject',
      nonce,
      iat: now,
      exp: now + 300,
      email: 'admin@acme.example',
      email_verified: true,
      ...said.claims,
    };
    return sign({ alg: 'RS256', kid: 'own', ...said.header }, claims);
  }

  function sign(header: object, claims: object): string {
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    if (said.signedWith === 'the client secret')
      return `${text}.${createHmac('sha256', clientSecret).update(text).digest('base64url')}`;
    const key: KeyObject = said.signedWith === 'another key' ? another.privateKey : own.privateKey;
    return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`;
  }

  return {
    issuer,
    say: (next) => (said = next),
    expect: (next) => (nonce = next),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  };
}

function answer(res: ServerResponse, body: object): void {
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
