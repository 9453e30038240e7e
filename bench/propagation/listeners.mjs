// Pages that follow an environment by a stream. Each does what an SDK does, and no more.
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** Resolves when the stream is open. `onEvent(version)` is called for each event. */
export async function openStream(port, key, onEvent) {
  const outgoing = request({ port, path: '/v1/stream?since=0', headers: { 'X-API-Key': key }, agent: false });
  outgoing.end();
  const [incoming] = await once(outgoing, 'response');
  if (incoming.statusCode !== 200) throw new Error(`/v1/stream: ${incoming.statusCode}`);
  let received = '';
  incoming.setEncoding('utf8').on('error', () => {});
  incoming.on('data', (text) => {
    received += text;
    const end = received.lastIndexOf('\n\n') + 2;
    if (end < 2) return;
    const events = received.slice(0, end);
    received = received.slice(end);
    const versions = [...events.matchAll(/"etag":"v(\d+)"/g)].map(([, version]) => Number(version));
    if (versions.length > 0) onEvent(Math.max(...versions));
  });
  return { close: () => outgoing.destroy() };
}

/** Asks `ask(version)` for each event, one question at a time; `has(version)` resolves with the time at which an answer had that version. */
async function follow(port, key, ask) {
  let known = 0;
  let knownAt = 0;
  let notified = 0;
  let isAsking = false;
  let failure;
  const waiting = [];
  const settle = () => {
    for (const each of waiting.splice(0)) {
      if (failure) each.reject(failure);
      else if (known >= each.version) each.resolve(knownAt);
      else waiting.push(each);
    }
  };
  async function askUntilKnown() {
    if (isAsking) return;
    isAsking = true;
    try {
      while (known < notified) {
        known = await ask(notified, known);
        knownAt = performance.timeOrigin + performance.now();
        settle();
      }
    } catch (error) {
      failure = error;
      settle();
    }
    isAsking = false;
  }
  const stream = await openStream(port, key, (version) => {
    notified = version;
    void askUntilKnown();
  });
  return {
    has: (version) =>
      new Promise((resolve, reject) => {
        waiting.push({ version, resolve, reject });
        settle();
      }),
    close: () => stream.close(),
  };
}

/** Opens a page: on an event it requests all evaluations of its user. */
export function openPage({ syncPort, evalPort, key, user }) {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ user });
  return follow(syncPort, key, async (notified) => {
    const path = `/v1/evaluations?version=${notified}`;
    const { version } = await answer({ agent, port: evalPort, path, key, method: 'POST', body });
    return version;
  });
}

async function answer({ agent, port, path, key, method = 'GET', body = '' }) {
  const headers = { 'X-API-Key': key, ...(body && { 'Content-Length': Buffer.byteLength(body) }) };
  const outgoing = request({ agent, port, method, path, headers });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  let received = '';
  for await (const chunk of incoming.setEncoding('utf8')) received += chunk;
  if (incoming.statusCode !== 200) throw new Error(`${path}: ${incoming.statusCode} ${received}`);
  return JSON.parse(received);
}
