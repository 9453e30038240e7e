// Measures the cost of evaluating over HTTP: Bunting as in production (governance through Redis, traces signed), in turn with a
// bare node:http server that reads and parses the same body and sends a response of the same length.
//
// The main ratio is requests per CPU-second of the server process. Throughput is printed too, but it also depends on
// how fast the load generator is, which shares the remaining cores with Redis.
import { fileURLToPath } from 'node:url';
import { apiKey, createDocument, startInstallation, untilReady } from '../installation.mjs';
import { people } from '../people.mjs';
import { describePinning, otherCores, runNode, serverCore, startNode } from './processes.mjs';

const { findFreePort } = await import('../../packages/embedded-servers/dist/index.js');

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 7);
const seconds = Number(process.env.SECONDS ?? 3);

const users = people(5_000);
const keys = Array.from({ length: 100 }, (_, n) => `flag-${n}`);
const single = users.map((user) => JSON.stringify({ user }));
const batch = users.slice(0, 500).map((user) => JSON.stringify({ keys, user }));
const headers = { 'X-API-Key': apiKey };

const bunting = await startInstallation(createDocument(100));
let bare;
try {
  const first = await measure({ ...bunting, path: '/v1/variables/flag-0', bodies: single });
  const port = await findFreePort();
  bare = startNode([here('bare-server.mjs'), String(port), String(Math.round(first.answerBytes))], {
    core: serverCore,
  });
  await untilReady(`http://127.0.0.1:${port}/`);
  const sides = {
    'bare node:http': { port, pid: bare.pid, path: '/v1/variables/flag-0', bodies: single },
    Bunting: { ...bunting, path: '/v1/variables/flag-0', bodies: single },
    'Bunting, 100 keys': { ...bunting, path: '/v1/variables', bodies: batch },
  };
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, side] of Object.entries(sides)) results[name].push(await measure(side));
  }
  report(results);
} finally {
  bare?.kill('SIGKILL');
  await bunting.stop();
}

async function measure({ port, pid, path, bodies }) {
  const load = { port, pid, path, bodies, headers, connections: 64, warmUpSeconds: 1, seconds };
  const output = await runNode([here('load.mjs')], { core: otherCores, input: JSON.stringify(load) });
  const result = JSON.parse(output);
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${result.firstFailure}`);
  return result;
}

function report(results) {
  const bareCpu = medianOf(results['bare node:http'], 'cpuMicroseconds');
  const table = Object.entries(results).map(([name, all]) => [
    name,
    {
      'requests/s': Math.round(medianOf(all, 'perSecond')),
      'CPU µs/request': Number(medianOf(all, 'cpuMicroseconds').toFixed(2)),
      'per CPU-second, of bare': Number((bareCpu / medianOf(all, 'cpuMicroseconds')).toFixed(3)),
      'CPU busy': Number(medianOf(all, 'busy').toFixed(2)),
      'p50 ms': Number(medianOf(all, 'p50').toFixed(2)),
      'p99 ms': Number(medianOf(all, 'p99').toFixed(2)),
    },
  ]);
  console.log(
    `64 connections, a user of ${Math.round(single[0].length)} bytes, answers of ${results.Bunting[0].answerBytes}; ` +
      `medians of ${rounds} rounds of ${seconds} s, in turn; Node.js ${process.version}; ${describePinning()}.`,
  );
  console.table(Object.fromEntries(table));
  const throughput =
    medianOf(results.Bunting, 'perSecond') / medianOf(results['bare node:http'], 'perSecond');
  console.log(`Requests per second, of bare: ${throughput.toFixed(3)}`);
  console.log(
    `figure evaluate_vs_node_http ${(bareCpu / medianOf(results.Bunting, 'cpuMicroseconds')).toFixed(3)} ratio`,
  );
  console.log(`figure evaluate_p99 ${medianOf(results.Bunting, 'p99').toFixed(2)} ms`);
  console.log(
    `figure batch100_cpu ${medianOf(results['Bunting, 100 keys'], 'cpuMicroseconds').toFixed(1)} us`,
  );
}

function medianOf(results, name) {
  return results.map((result) => result[name]).toSorted((a, b) => a - b)[Math.floor(results.length / 2)];
}
