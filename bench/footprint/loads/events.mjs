// ingest-api: one event and a thousand per request, with every feature of the service on.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runNode, otherCores } from '../../evaluate/processes.mjs';
import { createEvents } from '../../ingest/events.mjs';
import { apiKey } from '../../installation.mjs';

const program = fileURLToPath(new URL('../../ingest/load.mjs', import.meta.url));

/** Sends `batch` events per request over a number of connections; a unit is an event. */
export function ingest({ port }, { batch, connections }) {
  return async (seconds) => {
    const load = { port, key: apiKey, batch, withIds: true, connections, warmUpSeconds: 0, seconds };
    const output = await runNode([program], { core: otherCores, input: JSON.stringify(load) });
    const result = JSON.parse(output);
    if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${result.firstFailure}`);
    return { ...result, count: result.rows };
  };
}

const bodyBytes = 2 * 1024 * 1024;

/** Sends a thousand events that fill the largest body, plain and compressed. */
export async function ingestLargest({ url }) {
  const room = Math.floor(bodyBytes / 1_000) - 300;
  const events = createEvents(1_000).map((event) => ({
    ...event,
    user: { ...event.user, custom_data: { text: 'x'.repeat(room) } },
  }));
  const body = JSON.stringify({ events });
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  await send(url, { headers, body });
  await send(url, { headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(body) });
}

async function send(url, request) {
  const answer = await fetch(`${url}/v1/events`, { method: 'POST', ...request });
  const text = await answer.text();
  // On an overloaded machine PostgreSQL may be too slow, but the service has used the memory nevertheless.
  if (![202, 503].includes(answer.status)) throw new Error(`${answer.status} ${text}`);
}
