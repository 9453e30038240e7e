// Bunting against unleash-server and @unleash/proxy over HTTP, for the same users. Unleash has no request for one flag: it
// always returns all flags of the project. So one flag is requested in a project that has one (the best case of Unleash),
// and in a project that has twenty, which is more realistic; and a hundred flags are requested at once.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describePinning, otherCores, pin, runNode, serverCore } from '../evaluate/processes.mjs';
import { apiKey, documentOf, startInstallation } from '../installation.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const rounds = 5;
const seconds = { warmUpSeconds: 2, seconds: 4 };

if (!existsSync(join(folder, 'node_modules'))) {
  console.log('Installing unleash-server and @unleash/proxy …');
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit', shell: true });
}
const { newerNode, startUnleash } = await import('./unleash.mjs');
const { findFreePort, startPostgres } = await import('../../packages/embedded-servers/dist/index.js');

const people = Array.from({ length: 500 }, (_, n) => ({
  id: `user-${n}`,
  email: `user-${n}@acme.example`,
  country: 'CA',
}));
const ourBodies = (keys) =>
  people.map((user) => JSON.stringify(keys === 1 ? { user } : { keys: flags(keys), user }));
const theirBodies = people.map(({ id, email, country }) =>
  JSON.stringify({ context: { userId: id, properties: { email, country } } }),
);
const flags = (count) => Array.from({ length: count }, (_, n) => `flag-${n}`);

const bunting = await startInstallation(documentOf(100), { node: newerNode });
const data = await mkdtemp(join(tmpdir(), 'bunting-bench-'));
const postgres = await startPostgres({ dataDir: data, port: await findFreePort() });
pin(postgres.process.pid, otherCores);
const ports = { port: await findFreePort(), proxyPort: await findFreePort() };
const unleash = await startUnleash({
  databaseUrl: postgres.url,
  ...ports,
  pin: serverCore === undefined ? [] : ['taskset', '-c', serverCore],
});

const nodeVersion = spawnSync(newerNode, ['--version'], { encoding: 'utf8' }).stdout.trim();
const figures = new Map();
try {
  console.log(`All three on Node.js ${nodeVersion}, which Unleash needs; ${describePinning()}.`);
  console.log('Traces are signed and governance is on with Bunting; Unleash does neither.\n');
  await compare({ asked: 1, inProject: 1, suffix: '_single' });
  await compare({ asked: 1, inProject: 20, suffix: '' });
  await compare({ asked: 100, inProject: 100, suffix: '_batch100' });
} finally {
  await unleash.stop();
  await bunting.stop();
  await postgres.stop();
  for (const path of [data, postgres.dataDir]) await rm(path, { recursive: true, force: true });
}
for (const [name, value] of figures) console.log(`figure ${name} ${value.toFixed(2)} ratio`);

async function compare({ asked, inProject, suffix }) {
  await unleash.addFlags(flags(inProject));
  const path = asked === 1 ? '/v1/variables/flag-0' : '/v1/variables';
  const sides = {
    Bunting: {
      port: bunting.port,
      path,
      headers: { 'X-API-Key': apiKey },
      pid: bunting.pid,
      bodies: ourBodies(asked),
    },
    '@unleash/proxy': { ...unleash.proxyRequest, pid: unleash.proxyPid, bodies: theirBodies },
    'unleash-server': { ...unleash.serverRequest, pid: unleash.serverPid, bodies: theirBodies },
  };
  const results = new Map(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, side] of Object.entries(sides)) {
      const output = await runNode([join(folder, '../evaluate/load.mjs')], {
        core: otherCores,
        input: JSON.stringify({ ...side, connections: 64, ...seconds }),
      });
      const result = JSON.parse(output);
      if (result.failed > 0) throw new Error(`${name}: ${result.failed} failed: ${result.firstFailure}`);
      results.get(name).push(result);
    }
  }
  const cpu = (name) => median(results.get(name).map((result) => result.cpuMicroseconds));
  console.log(`${asked} of ${inProject} flags, 64 connections, medians of ${rounds} rounds`);
  console.table(
    Object.fromEntries(
      [...results].map(([name, all]) => [
        name,
        {
          'requests/s': Math.round(median(all.map((result) => result.perSecond))),
          'CPU µs/request': Number(cpu(name).toFixed(1)),
          'p50 ms': Number(median(all.map((result) => result.p50)).toFixed(2)),
          'p99 ms': Number(median(all.map((result) => result.p99)).toFixed(2)),
          'CPU busy': Number(median(all.map((result) => result.busy)).toFixed(2)),
        },
      ]),
    ),
  );
  figures.set(`evaluate_vs_unleash_proxy${suffix}`, cpu('@unleash/proxy') / cpu('Bunting'));
  figures.set(`evaluate_vs_unleash_server${suffix}`, cpu('unleash-server') / cpu('Bunting'));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
