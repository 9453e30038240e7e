import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@bunting/embedded-servers';

export interface TestProvider {
  readonly issuer: string;
  /** Alters the ID tokens from now on; undefined = they are not altered. */
  alterIdTokens(alter: ((idToken: string) => string) | undefined): void;
  stop(): Promise<void>;
}

/** Starts the provider of oidc-provider.mjs, behind a relay that can alter what it issues. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const [port, relayPort] = [await findFreePort(), await findFreePort()];
  const issuer = `http://127.0.0.1:${relayPort}`;
  const script = fileURLToPath(new URL('oidc-provider.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, String(port), issuer, redirectUri], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] },
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The provider ended while it started.'))),
  ]);

  let alter: ((idToken: string) => string) | undefined;
  const relay = createServer((req, res) => {
    const onward = httpRequest(
      { port, path: req.url, method: req.method, headers: req.headers },
      (answer) => {
        void pass(answer, res, req.url === '/token' ? alter : undefined);
      },
    );
    req.pipe(onward);
  });
  await once(relay.listen(relayPort, '127.0.0.1'), 'listening');
  return {
    issuer,
    alterIdTokens: (next) => (alter = next),
    async stop() {
      relay.closeAllConnections();
      relay.close();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function pass(
  answer: IncomingMessage,
  res: ServerResponse,
  alter: ((idToken: string) => string) | undefined,
): Promise<void> {
  const body = await text(answer);
  const altered =
    alter === undefined ? body : body.replace(/(?<="id_token":")[^"]+/, (idToken) => alter(idToken));
  const { 'transfer-encoding': _, ...headers } = answer.headers;
  headers['content-length'] = String(Buffer.byteLength(altered));
  res.writeHead(answer.statusCode!, headers).end(altered);
}

/**
 * Acts as a person in a browser at the provider: follows the redirect, signs in, agrees. Returns the address that the
 * provider redirects to.
 */
export async function signInAtProvider(authorizationUrl: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = authorizationUrl;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const answer = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (location !== null) {
      const next = new URL(location, url);
      if (next.host !== new URL(authorizationUrl).host) return next;
      url = next.href;
      form = undefined;
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(text)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`${answer.status} ${text.slice(0, 500)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
  }
  throw new Error('The provider never comes to an end.');
}
