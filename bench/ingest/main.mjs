// Measures the cost of storing events over HTTP: Bunting as in production (parsing, validation, governance through Redis with
// monthly active users, de-duplication), in turn with COPY of the same rows into the same table.
import { fileURLToPath } from 'node:url';
import { runNode } from '../evaluate/processes.mjs';
import { apiKey, createDocument, startInstallation } from '../installation.mjs';
import { measureCopy } from './copy.mjs';
import { createEvents } from './events.mjs';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 3);
const warmUpSeconds = 1;

const bunting = await startInstallation(createDocument(10), { service: 'ingest-api', isPinned: false });
try {
  const http = (load) => () => measureHttp(load);
  const copy = (connections) => () =>
    measureCopy({
      databaseUrl: bunting.postgresUrl,
      events: createEvents(1_000),
      connections,
      warmUpSeconds,
      seconds,
    });
  const sides = {
    'COPY, one connection': copy(1),
    'COPY, four connections': copy(4),
    'Bunting, 1,000 events': http({ batch: 1_000, withIds: true, connections: 4 }),
    'Bunting, 1,000 events without event_id': http({ batch: 1_000, withIds: false, connections: 4 }),
    'Bunting, 10 events': http({ batch: 10, withIds: true, connections: 4 }),
    'Bunting, 10 events, one connection': http({ batch: 10, withIds: true, connections: 1 }),
  };
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  await measureHttp({ batch: 1_000, withIds: true, connections: 4 }); // fills table and caches
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(sides)) results[name].push(await measure());
  }
  report(results);
} finally {
  await bunting.stop();
}

async function measureHttp(load) {
  const input = { port: bunting.port, key: apiKey, ...load, warmUpSeconds, seconds };
  const program = fileURLToPath(new URL('load.mjs', import.meta.url));
  const result = JSON.parse(await runNode([program], { input: JSON.stringify(input) }));
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${result.firstFailure}`);
  return result;
}

function report(results) {
  const table = Object.entries(results).map(([name, all]) => [
    name,
    {
      'events/s': Math.round(medianOf(all, 'perSecond')),
      'p50 ms': round(medianOf(all, 'p50')),
      'p99 ms': round(medianOf(all, 'p99')),
    },
  ]);
  console.log(
    `HTTP over four connections unless noted otherwise; medians of ${rounds} rounds of ${seconds} s, in turn; ` +
      `Node.js ${process.version}; client, service and PostgreSQL share all cores.`,
  );
  console.table(Object.fromEntries(table));
  const stored = medianOf(results['Bunting, 1,000 events'], 'perSecond');
  const ratioTo = (name) => (stored / medianOf(results[name], 'perSecond')).toFixed(3);
  console.log(
    `Of COPY over four connections, which saturates the machine: ${ratioTo('COPY, four connections')}`,
  );
  console.log(`figure ingest_vs_copy ${ratioTo('COPY, one connection')} ratio`);
  console.log(`figure ingest_10_p50 ${round(medianOf(results['Bunting, 10 events'], 'p50'))} ms`);
}

function medianOf(results, name) {
  return results.map((result) => result[name]).toSorted((a, b) => a - b)[Math.floor(results.length / 2)];
}

function round(value) {
  return value === undefined ? undefined : Number(value.toFixed(2));
}
