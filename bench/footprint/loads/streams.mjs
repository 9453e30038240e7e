// sync-api: datafiles over 16 connections; as many streams as a process of the autoscaler has, notified again and again; the largest datafile.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { otherCores, pin } from '../../evaluate/processes.mjs';
import { apiKey } from '../../installation.mjs';

const { announce, writeFragments } = await import('../../../packages/datafile/dist/index.js');
const { withTransaction } = await import('../../../packages/database/dist/index.js');

export const datafileKey = '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e60';
const largeDatafileKey = '6f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e60';
const streams = 15_000;
const connections = 16;
const largeFeatures = 440;
const program = fileURLToPath(new URL('../../streams/clients.mjs', import.meta.url));

/** A project whose datafile has about 30 MiB, nearly as much as an environment may have. */
export const wideProject = {
  slug: 'wide',
  name: 'Wide',
  environments: [
    { slug: 'production', name: 'Production', api_keys: [{ key: largeDatafileKey, kind: 'datafile' }] },
  ],
  features: Array.from({ length: largeFeatures }, (_, n) => ({
    slug: `wide-${n}`,
    name: `Wide ${n}`,
    variables: [{ slug: `wide-${n}`, type: 'json' }],
    variations: [
      {
        slug: 'wide',
        name: 'Wide',
        values: { [`wide-${n}`]: { text: `${n}`.padEnd(64 * 1024 - 100, 'x') } },
      },
    ],
    environments: { production: { defaults: { [`wide-${n}`]: 'wide' } } },
  })),
};

export function readDatafiles({ port }) {
  const agent = new Agent({ keepAlive: true });
  const run = async (seconds) => {
    const until = performance.now() + seconds * 1_000;
    let count = 0;
    const times = [];
    const readSome = async () => {
      while (performance.now() < until) {
        const startedAt = performance.now();
        await readDatafile(port, { key: datafileKey, encoding: 'gzip', agent });
        times.push(performance.now() - startedAt);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, readSome));
    times.sort((a, b) => a - b);
    return { count, perSecond: count / seconds, p50: times[Math.floor(times.length / 2)] };
  };
  run.stop = () => agent.destroy();
  return run;
}

/** Notifies streams. A unit is one stream that was notified. */
export async function notifyStreams({ port }, { pool, redis }) {
  const clients = await openStreams(port);
  const run = async (seconds) => {
    const until = performance.now() + seconds * 1_000;
    let count = 0;
    while (performance.now() < until) {
      await ask(clients, { version: await change(pool, redis), count: streams });
      count += streams;
    }
    return { count, perSecond: count / seconds, p50: undefined };
  };
  run.stop = () => stop(clients);
  return run;
}

/** Reads the largest datafile, in each encoding, by eight clients at once, while as many streams are open. */
export async function readLargest({ port }) {
  const clients = await openStreams(port);
  for (const encoding of ['gzip', 'br', 'identity']) {
    const read = () => readDatafile(port, { key: largeDatafileKey, encoding });
    await Promise.all(Array.from({ length: 8 }, read));
  }
  await stop(clients);
}

async function openStreams(port) {
  const clients = fork(program, [apiKey]);
  pin(clients.pid, otherCores);
  await ask(clients, { open: streams, ports: [port] });
  return clients;
}

async function ask(clients, message) {
  clients.send(message);
  await once(clients, 'message');
}

async function stop(clients) {
  clients.kill('SIGKILL');
  await once(clients, 'exit');
}

/** Alters one feature; returns the new version. */
async function change(pool, redis) {
  const [written] = await withTransaction(pool, async (client) => {
    const { rows } = await client.query(
      `UPDATE feature SET salt = md5(random()::text) WHERE slug = 'feature-7' RETURNING id`,
    );
    return writeFragments(client, { features: [rows[0].id] });
  });
  await announce({ redis, pool }, [written]);
  return written.version;
}

async function readDatafile(port, { key, encoding, agent }) {
  const headers = { 'X-API-Key': key, 'Accept-Encoding': encoding };
  const [answer] = await once(request({ port, path: '/v1/datafile', headers, agent }).end(), 'response');
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}, ${bytes} bytes`);
}
