import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { describeWith, programRequirement } from '@bunting/testing/requirements';
import { underConstantLoad, type LoadReport } from '../../local/test/installation/constant-load.ts';
import { startDnsServer, type DnsServer } from '../../packages/webhooks/test/dns-server.ts';
import { startProxyWithNames, type RunningProxy } from './proxy.ts';

const [first, second, third] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;

describeWith(programRequirement('haproxy'), 'HAProxy, which finds replicas by name', (haproxy) => {
  let addresses: readonly string[] = [first];
  let answersAfterMs = 0;
  let nameServer: DnsServer;
  let servers: Server[];
  let proxy: RunningProxy;
  /** By the address of the replica, how many requests it got. */
  const answered = new Map<string, number>();

  beforeAll(async () => {
    const port = await startReplicas();
    nameServer = await startDnsServer(async (name, type) => {
      await sleep(answersAfterMs);
      return name === 'eval-api' && type === 'A' ? addresses : [];
    });
    proxy = await startProxyWithNames(haproxy, { nameServer: nameServer.address, port });
  });
  afterAll(async () => {
    await proxy?.stop();
    await nameServer.stop();
    for (const server of servers) server.closeAllConnections();
    await Promise.all(servers.map((server) => once(server.close(), 'close')));
  });

  /** Starts three replicas with one address each, on the same port. */
  async function startReplicas(): Promise<number> {
    servers = [];
    let port = 0;
    for (const address of [first, second, third]) {
      const server = createServer((req, res) => {
        if (req.url !== '/readyz') answered.set(address, (answered.get(address) ?? 0) + 1);
        req.resume().on('end', () => res.end());
      }).listen(port, address);
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
      servers.push(server);
    }
    return port;
  }

  function underLoad(work: () => Promise<void>): Promise<LoadReport> {
    const request = { name: 'eval-api', method: 'POST', path: '/v1/variables/a', headers: {}, body: '{}' };
    return underConstantLoad({ baseUrl: proxy.baseUrl, perSecond: 100, next: () => request }, work);
  }

  /** Waits until only these get requests, each about the same number. */
  async function untilAnsweredBy(replicas: readonly string[]): Promise<void> {
    const isFair = () => Math.min(...answered.values()) > Math.max(...answered.values()) / 2;
    const deadline = Date.now() + 60_000;
    do {
      answered.clear();
      await sleep(300);
      if (Date.now() > deadline) expect(Object.fromEntries(answered)).toBe(replicas);
    } while ([...answered.keys()].toSorted().join() !== replicas.join() || !isFair());
  }

  it('uses the addresses that the name has at the time, and fails no request', async () => {
    const { failures, answers, sent } = await underLoad(async () => {
      for (const now of [[first], [first, second, third], [second, third]]) {
        addresses = now;
        await untilAnsweredBy(now);
      }
    });
    expect([failures.slice(0, 10), answers]).toEqual([[], { 'eval-api 200': sent }]);
  });

  it('is reloaded without a failed request, although it has to look up the names again', async () => {
    const { failures, answers, sent } = await underLoad(async () => {
      await sleep(200);
      answersAfterMs = 100;
      await proxy.reload();
      answersAfterMs = 0;
      await sleep(500);
    });
    expect([failures.slice(0, 10), answers]).toEqual([[], { 'eval-api 200': sent }]);
  });

  it('stops on SIGUSR1 when the requests in flight have been answered', async () => {
    const { port } = new URL(proxy.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const answer = text(socket);
    socket.write('POST /v1/variables/a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{');
    await sleep(200);
    proxy.signal('SIGUSR1');
    await until(() =>
      fetch(proxy.baseUrl).then(
        () => false,
        () => true,
      ),
    );
    socket.write('}');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n/);
    expect(await proxy.ended).toBe(0);
  });
});
