import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestReceiver, type TestReceiver } from '@bunting/testing';
import { createTestAuthority, type TestAuthority } from '@bunting/testing/authority';
import { checkTarget } from '../src/delivery/check-target.ts';
import { createResolve } from '../src/delivery/resolve-host.ts';
import { createSender, type Sender } from '../src/delivery/send-webhook.ts';
import { startDnsServer, type DnsServer } from './dns-server.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
const keep = <Kept>(kept: Kept, cleanUp: () => Promise<void>): Kept => {
  cleanUps.push(cleanUp);
  return kept;
};

let authority: TestAuthority;
beforeAll(() => {
  authority = createTestAuthority();
});

async function receiver(...given: Parameters<typeof startTestReceiver>): Promise<TestReceiver> {
  const started = await startTestReceiver(...given);
  return keep(started, () => started.stop());
}

async function dns(...given: Parameters<typeof startDnsServer>): Promise<DnsServer> {
  const started = await startDnsServer(...given);
  return keep(started, () => started.stop());
}

function sender({ address }: DnsServer, options: { allowInsecure: boolean; ca?: string }): Sender {
  const made = createSender({ resolve: createResolve({ servers: [address] }), ...options });
  return keep(made, () => made.close());
}

const send = (from: Sender, url: string) =>
  from.sendWebhook({ url, secret: 'whsec_x', id: 'x', type: 'feature.updated', body: '{}' });

it('an alias of a name without an address cannot be resolved, and no internal error is reported', async () => {
  const server = await dns(() => ({ alias: 'elsewhere.example.com' }));
  const resolve = createResolve({ servers: [server.address] });
  const url = 'https://alias.example.com/';
  expect(await checkTarget(url, { resolve, allowInsecure: false })).toEqual({
    verdict: 'unresolved',
    reason: "can't be resolved (alias.example.com: the name has no address)",
  });
  expect(await send(sender(server, { allowInsecure: false }), url)).toMatchObject({
    succeeded: false,
    error: "The URL can't be resolved (alias.example.com: the name has no address).",
  });
});

describe('a name server that changes its answer', () => {
  it('public when the endpoint is saved, loopback when it is sent to: refused, and nothing is received', async () => {
    const to = await receiver();
    let addresses = ['8.8.8.8'];
    const server = await dns((_name, type) => (type === 'A' ? addresses : []));
    const resolve = createResolve({ servers: [server.address] });
    const url = `https://rebound.example.com:${to.port}/`;
    expect((await checkTarget(url, { resolve, allowInsecure: false })).verdict).toBe('allowed');

    addresses = ['127.0.0.1'];
    const outcome = await send(sender(server, { allowInsecure: false }), url);
    expect(outcome).toMatchObject({
      succeeded: false,
      refused: true,
      status: null,
      responseBody: null,
      error: "The URL resolves to an address that isn't public (rebound.example.com: loopback).",
    });
    expect(to.received).toEqual([]);
    expect(to.sockets.size).toBe(0);
  });

  it('is asked once per send: the connection uses the checked address', async () => {
    const first = await receiver();
    const second = await receiver(undefined, { host: '127.0.0.2', port: first.port });
    let asked = 0;
    const server = await dns((_name, type) => {
      if (type !== 'A') return [];
      asked += 1;
      return [asked === 1 ? '127.0.0.1' : '127.0.0.2'];
    });
    const outcome = await send(
      sender(server, { allowInsecure: true }),
      `http://rebound.example.com:${first.port}/`,
    );
    expect(outcome).toMatchObject({ succeeded: true });
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
    expect(server.questions.toSorted()).toEqual(['A rebound.example.com', 'AAAA rebound.example.com']);
  });

  it('is asked again for the next send, which uses no connection to the previous address', async () => {
    const first = await receiver();
    const second = await receiver(undefined, { host: '127.0.0.2', port: first.port });
    let addresses = ['127.0.0.1'];
    const server = await dns((_name, type) => (type === 'A' ? addresses : []));
    const from = sender(server, { allowInsecure: true });
    const url = `http://moved.example.com:${first.port}/`;
    await send(from, url);
    await send(from, url);
    addresses = ['127.0.0.2'];
    await send(from, url);
    expect([first.received.length, second.received.length]).toEqual([2, 1]);
  });

  it('is not waited for beyond the five seconds when it does not answer', async () => {
    const server = await dns(() => undefined);
    const outcome = await send(sender(server, { allowInsecure: false }), 'https://silent.example.com/');
    expect(outcome).toMatchObject({ succeeded: false, refused: false, status: null });
  });

  it('that does not know the name causes no refusal, because that may change', async () => {
    const server = await dns(() => []);
    expect(
      await send(sender(server, { allowInsecure: false }), 'https://unknown.example.com/'),
    ).toMatchObject({
      succeeded: false,
      refused: false,
      error: "The URL can't be resolved (unknown.example.com: the name does not exist).",
    });
  });
});

describe('no way around the check', () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://localhost:PORT/',
  ])('%s is refused before anything is connected to', async (url) => {
    const to = await receiver();
    const from = sender(await dns(() => ['8.8.8.8']), { allowInsecure: false });
    const outcome = await send(from, url.replace('PORT', String(to.port)));
    expect(outcome).toMatchObject({ succeeded: false, refused: true, responseBody: null });
    expect(to.sockets.size).toBe(0);
  });

  it.each([
    ['a public and a private address', { A: ['8.8.8.8', '127.0.0.1'], AAAA: [] }],
    ['a public address and loopback in IPv6', { A: ['8.8.8.8'], AAAA: ['::1'] }],
    ['loopback mapped into IPv6', { A: [], AAAA: ['::ffff:127.0.0.1'] }],
    ['loopback through NAT64', { A: [], AAAA: ['64:ff9b::7f00:1'] }],
    ['the unspecified address', { A: ['0.0.0.0'], AAAA: [] }],
  ])('a name server that answers with %s gets not one connection', async (_, answers) => {
    const to = await receiver(undefined, { host: '0.0.0.0' });
    const server = await dns((_name, type) => answers[type as 'A' | 'AAAA']);
    const outcome = await send(
      sender(server, { allowInsecure: false }),
      `https://mixed.example.com:${to.port}/`,
    );
    expect(outcome).toMatchObject({ succeeded: false, refused: true, status: null });
    expect(to.sockets.size).toBe(0);
  });

  it('proxy variables are ignored', async () => {
    const proxy = await receiver();
    const to = await receiver();
    const names = [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'NODE_USE_ENV_PROXY',
    ];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    try {
      const server = await dns((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
      const outcome = await send(
        sender(server, { allowInsecure: true }),
        `http://hooks.example.com:${to.port}/`,
      );
      expect(outcome.succeeded).toBe(true);
    } finally {
      names.forEach((name, i) => {
        if (before[i] === undefined) delete process.env[name];
        else process.env[name] = before[i];
      });
    }
    expect([proxy.received.length, to.received.length]).toEqual([0, 1]);
  });
});

describe('TLS', () => {
  const names: (string | false | null)[] = [];
  const startTls = async (certified: string) => {
    const tls = authority.issue(certified);
    return receiver(undefined, {
      tls: { ...tls, SNICallback: (name, done) => (names.push(name), done(null)) },
    });
  };
  const loopback = () => dns((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
  afterAll(() => void names.splice(0));

  it('asks for the host by its name, and accepts the certificate of that name', async () => {
    names.length = 0;
    const to = await startTls('hooks.example.com');
    const from = sender(await loopback(), { allowInsecure: true, ca: authority.certificate });
    for (const host of ['hooks.example.com', 'hooks.example.com.', 'HOOKS.example.com']) {
      const outcome = await send(from, `https://${host}:${to.port}/`);
      expect(outcome).toMatchObject({ succeeded: true, status: 200 });
    }
    expect(new Set(names)).toEqual(new Set(['hooks.example.com']));
    expect(to.received[1]!.headers.host).toBe(`hooks.example.com:${to.port}`);
  });

  it('refuses a certificate of another name', async () => {
    const to = await startTls('other.example.com');
    const from = sender(await loopback(), { allowInsecure: true, ca: authority.certificate });
    expect(await send(from, `https://hooks.example.com:${to.port}/`)).toMatchObject({
      succeeded: false,
      status: null,
      error: "The receiver's certificate is for another host name.",
    });
    expect(to.received).toEqual([]);
  });

  it('refuses the certificate of an authority that nobody knows, whatever the environment says', async () => {
    const to = await startTls('hooks.example.com');
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const from = sender(await loopback(), { allowInsecure: true });
      expect(await send(from, `https://hooks.example.com:${to.port}/`)).toMatchObject({
        succeeded: false,
        status: null,
        error: expect.stringMatching(/^The receiver's certificate isn't signed by a trusted authority/),
      });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(to.received).toEqual([]);
  });
});
