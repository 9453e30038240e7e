// Measures what applications ask beside /v1/variables: one flag by OFREP, in turn with a bare node:http server as in bench/evaluate, and all
// variables of an environment of 100 by POST /v1/evaluations, as 200 and as 304, and by OFREP. Governance and traces are on.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { apiKey, createDocument, startInstallation, untilReady } from '../installation.mjs';
import { people } from '../people.mjs';
import { describePinning, otherCores, runNode, serverCore, startNode } from '../evaluate/processes.mjs';

const { findFreePort } = await import('../../packages/embedded-servers/dist/index.js');

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 7);
const seconds = Number(process.env.SECONDS ?? 3);

const users = people(5_000);
const contexts = users.map(({ id, custom_data: customData, ...user }) => ({
  context: { targetingKey: id, ...user, ...customData },
}));
const single = contexts.map((body) => JSON.stringify(body));
/** The bare server reads `user`. */
const singleUsers = users.map((user) => JSON.stringify({ user }));
const all = users.slice(0, 500).map((user) => JSON.stringify({ user }));
const allContexts = single.slice(0, 500);
const headers = { 'X-API-Key': apiKey };
const flag = '/ofrep/v1/evaluate/flags/flag-0';

const bunting = await startInstallation(createDocument(100));
let bare;
try {
  const first = await measure({ ...bunting, path: flag, bodies: single });
  const port = await findFreePort();
  const bareArguments = [
    here('../evaluate/bare-server.mjs'),
    String(port),
    String(Math.round(first.answerBytes)),
  ];
  bare = startNode(bareArguments, { core: serverCore });
  await untilReady(`http://127.0.0.1:${port}/`);
  const evaluations = { ...bunting, path: '/v1/evaluations', bodies: all };
  const sides = {
    'bare node:http': { port, pid: bare.pid, path: flag, bodies: singleUsers },
    'OFREP, one flag': { ...bunting, path: flag, bodies: single },
    'all of 100': evaluations,
    'all of 100, 304': { ...evaluations, headers: { ...headers, 'If-None-Match': '*' }, status: 304 },
    'OFREP, all of 100': { ...bunting, path: '/ofrep/v1/evaluate/flags', bodies: allContexts },
  };
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, side] of Object.entries(sides)) results[name].push(await measure(side));
  }
  report(results, await gzipBytes());
} finally {
  bare?.kill('SIGKILL');
  await bunting.stop();
}

async function measure(side) {
  const load = { headers, connections: 64, warmUpSeconds: 1, seconds, ...side };
  const output = await runNode([here('../evaluate/load.mjs')], {
    core: otherCores,
    input: JSON.stringify(load),
  });
  const result = JSON.parse(output);
  if (result.failed > 0) throw new Error(`${result.failed} requests failed: ${result.firstFailure}`);
  return result;
}

/** Returns the size that a compressing proxy sends, on average over users. */
async function gzipBytes() {
  const sizes = [];
  for (const body of all.slice(0, 20)) {
    const answer = await fetch(`http://127.0.0.1:${bunting.port}/v1/evaluations`, {
      method: 'POST',
      headers,
      body,
    });
    sizes.push(gzipSync(Buffer.from(await answer.arrayBuffer())).length);
  }
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

function report(results, bytes) {
  const cpuOf = (name) => medianOf(results[name], 'cpuMicroseconds');
  const table = Object.entries(results).map(([name, list]) => [
    name,
    {
      'requests/s': Math.round(medianOf(list, 'perSecond')),
      'CPU µs/request': Number(cpuOf(name).toFixed(2)),
      bytes: medianOf(list, 'answerBytes'),
      'p50 ms': Number(medianOf(list, 'p50').toFixed(2)),
      'p99 ms': Number(medianOf(list, 'p99').toFixed(2)),
    },
  ]);
  console.log(
    `64 connections; medians of ${rounds} rounds of ${seconds} s, in turn; Node.js ${process.version}; ${describePinning()}.`,
  );
  console.table(Object.fromEntries(table));
  console.log(
    `figure ofrep_vs_node_http ${(cpuOf('bare node:http') / cpuOf('OFREP, one flag')).toFixed(3)} ratio`,
  );
  console.log(`figure evaluations100_cpu ${cpuOf('all of 100').toFixed(1)} us`);
  console.log(`figure evaluations100_304_cpu ${cpuOf('all of 100, 304').toFixed(1)} us`);
  console.log(`figure evaluations100_gzip ${Math.round(bytes)} bytes`);
}

function medianOf(results, name) {
  return results.map((result) => result[name]).toSorted((a, b) => a - b)[Math.floor(results.length / 2)];
}
