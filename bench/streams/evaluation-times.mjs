// The latency of evaluations while something else happens.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const askEveryMs = 2;

/** Returns sorted times of evaluations, one every two milliseconds, while changes follow one another. */
export async function evaluationTimes({ port, apiKey, seconds, changeOnce }) {
  const agent = new Agent({ keepAlive: true });
  const until = performance.now() + seconds * 1000;
  const changing = (async () => {
    while (performance.now() < until) await changeOnce();
  })();
  const times = [];
  const asking = [];
  for (let n = 0; performance.now() < until; n += 1) {
    asking.push(evaluate(agent, port, apiKey, n).then((ms) => times.push(ms)));
    await delay(askEveryMs);
  }
  await Promise.all([changing, ...asking]);
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

async function evaluate(agent, port, apiKey, n) {
  const body = JSON.stringify({ user: { id: `user-${n % 1_000}`, country: 'CA' } });
  const headers = { 'X-API-Key': apiKey, 'Content-Length': Buffer.byteLength(body) };
  const askedAt = performance.now();
  const outgoing = request({ agent, port, method: 'POST', path: '/v1/variables/flag-7', headers }).end(body);
  const [incoming] = await once(outgoing, 'response');
  incoming.resume();
  await once(incoming, 'end');
  if (incoming.statusCode !== 200) throw new Error(`An evaluation was answered ${incoming.statusCode}.`);
  return performance.now() - askedAt;
}
