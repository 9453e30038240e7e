// Checks that each service survives its heaviest loads with the memory limit of k8s/. Only root can create the control groups.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { evaluate, fill } from './environments.mjs';
import { evaluateLargest, evaluateOne } from './loads/evaluations.mjs';
import { ingest, ingestLargest } from './loads/events.mjs';
import { importLargest } from './loads/settings.mjs';
import { pushLargest, pushSnapshots } from './loads/snapshots.mjs';
import { notifyStreams, readLargest } from './loads/streams.mjs';
import { deliverSlowly, startDelivering } from './loads/webhooks.mjs';
import { makeMemoryGroup } from './memory-group.mjs';
import { printTable } from './report.mjs';
import { startService } from './service.mjs';

const seconds = 3;
const together =
  (count, run) =>
  (...given) =>
    Promise.all(Array.from({ length: count }, () => run(...given)));
const load = (prepare) => async (service, installation) => {
  const run = await prepare(service, installation);
  await run(seconds);
  await run.stop?.();
};

/** Service → its loads, which run one after the other in the same process. */
const trials = {
  'eval-api': {
    'a thousand environments, every variable': async (service, { pool }) => {
      for (const environment of await fill(pool, 1_000, 100)) await evaluate(service, environment, 100);
    },
    'one variable, 64 connections': load(evaluateOne),
    'eight of the largest answers at once': together(8, evaluateLargest),
  },
  'ingest-api': {
    'a thousand events, four connections': load((service) =>
      ingest(service, { batch: 1_000, connections: 4 }),
    ),
    '64 of the largest bodies at once': together(64, ingestLargest),
  },
  'coderefs-api': {
    'snapshots of 100,000': load(pushSnapshots),
    'four of the largest bodies at once': together(4, pushLargest),
  },
  'settings-api': {
    'the largest import': importLargest,
    'two of them at once': together(2, importLargest),
  },
  'sync-api': {
    '15,000 streams': load(notifyStreams),
    'the largest datafile beside them': readLargest,
  },
  'webhook-dispatcher': {
    deliveries: load(startDelivering),
    'a thousand attempts in flight': deliverSlowly,
  },
};

export async function tryLimits(installation, node) {
  const table = {};
  for (const [name, steps] of Object.entries(trials)) {
    const limit = memoryLimitOf(name);
    const group = makeMemoryGroup(name, limit);
    const service = await startService(name, { stores: installation.stores, node, group: group.folder });
    for (const [step, run] of Object.entries(steps)) {
      if (!service.isAlive()) break;
      service.forgetPeak();
      const problem = await run(service, installation).then(
        () => undefined,
        (error) => error.message,
      );
      const hasSurvived = service.isAlive() && group.kills() === 0;
      if (!hasSurvived || problem !== undefined) process.exitCode = 1;
      table[`${name}: ${step}`] = {
        'limit MiB': limit,
        'peak MiB': service.peak(),
        survived: hasSurvived ? 'yes' : 'no',
        ...(problem !== undefined && { problem }),
      };
    }
    await service.stop();
    group.remove();
  }
  printTable('With the memory that k8s/ gives', table);
}

/** Returns the limit in MiB. */
function memoryLimitOf(service) {
  const { parseAllDocuments } = createRequire(new URL('../../k8s/package.json', import.meta.url))('yaml');
  const text = readFileSync(new URL('../../k8s/rendered/production.yaml', import.meta.url), 'utf8');
  const { spec } = parseAllDocuments(text)
    .map((document) => document.toJS())
    .find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === service);
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(spec.template.spec.containers[0].resources.limits.memory);
  return Number(amount) * (unit === 'Gi' ? 1_024 : 1);
}
