import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { describeWith, programRequirement } from '@bunting/testing/requirements';
import { startProxy } from './proxy.ts';

describeWith(programRequirement('haproxy'), 'the connections of one address at the proxy', (haproxy) => {
  it('are as many as it may have; other addresses are served, and a closed one makes room', async () => {
    const server = createServer((_req, res) => res.end('here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const replica = (server.address() as AddressInfo).port;
    const proxy = await startProxy(haproxy, { 'eval-api': [replica] }, { maxPerAddress: 3 });
    const open: Socket[] = [];
    /** Returns whether a connection from that address is answered. It stays open. */
    async function ask(localAddress: string): Promise<boolean> {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(proxy.baseUrl).port), localAddress });
      open.push(socket);
      socket.on('error', () => {});
      socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
      return new Promise((resolve) => {
        socket.once('data', (text: Buffer) => resolve(text.toString().startsWith('HTTP/1.1 200')));
        socket.once('close', () => resolve(false));
      });
    }
    try {
      await proxy.untilUp('eval-api', replica);
      const answered: boolean[] = [];
      for (let n = 0; n < 5; n += 1) answered.push(await ask('127.0.0.1'));
      expect(answered).toEqual([true, true, true, false, false]);
      expect(await ask('127.0.0.2')).toBe(true);
      open[0]!.destroy();
      await until(() => ask('127.0.0.1'));
    } finally {
      for (const socket of open) socket.destroy();
      await proxy.stop();
      server.closeAllConnections();
      server.close();
    }
  });
});
