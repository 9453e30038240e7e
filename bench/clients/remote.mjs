// The number of requests that the remote client sends for a thousand values of one user, of a hundred variables, in one turn of the event loop. They
// are counted at the address that it asks, before a real eval-api.
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { createServerClient } from '../../packages/node/dist/esm/index.js';
import { apiKey, createDocument, startInstallation } from '../installation.mjs';

const reads = 1_000;
const keys = 100;

export async function measure() {
  const bunting = await startInstallation(createDocument(keys));
  const proxy = await startCountingProxy(bunting.port);
  const flags = createServerClient({ url: proxy.url, key: apiKey, timeoutMs: 10_000 });
  try {
    const user = { id: 'user-1', country: 'CA' };
    const turn = () =>
      Promise.all(Array.from({ length: reads }, (_, n) => flags.value(`flag-${n % keys}`, 'none', user)));
    const values = await turn();
    if (values.includes('none')) throw new Error('The remote client served a fallback.');
    console.log(`\n${reads} values of one user and ${keys} keys in one turn: ${proxy.requests()} request`);
    return [{ name: 'remote_requests_per_turn', value: proxy.requests(), unit: 'requests' }];
  } finally {
    await flags.close();
    proxy.stop();
    await bunting.stop();
  }
}

/** Forwards everything to the port. */
async function startCountingProxy(port) {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    const { method, url: path, headers } = incoming;
    const forwarded = request({ port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests: () => requests,
    stop: () => server.closeAllConnections() ?? server.close(),
  };
}
