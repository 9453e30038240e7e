// Measures the services one after the other: start, idle, loads, heaviest request.
import { setTimeout as delay } from 'node:timers/promises';
import { processorSeconds } from '../webhooks/processor-time.mjs';
import { evaluateHundred, evaluateLargest, evaluateOne } from './loads/evaluations.mjs';
import { ingest, ingestLargest } from './loads/events.mjs';
import {
  countEvents,
  changeTargeting,
  exportAndImport,
  importLargest,
  readPages,
} from './loads/settings.mjs';
import { pushLargest, pushSnapshots } from './loads/snapshots.mjs';
import { notifyStreams, readDatafiles, readLargest } from './loads/streams.mjs';
import { deliverSlowly, startDelivering } from './loads/webhooks.mjs';
import { startProxy } from './proxy.mjs';
import { printTable } from './report.mjs';
import { startService } from './service.mjs';
import { median, settle } from './settle.mjs';

/** `loads`: name → load to repeat. ingest-api runs before settings-api, which counts the events that it stored. */
const services = [
  {
    name: 'eval-api',
    loads: { one: evaluateOne, hundred: evaluateHundred },
    behindProxy: { one: evaluateOne, hundred: evaluateHundred },
    heaviest: evaluateLargest,
  },
  {
    name: 'ingest-api',
    loads: {
      one: (service) => ingest(service, { batch: 1, connections: 64 }),
      thousand: (service) => ingest(service, { batch: 1_000, connections: 4 }),
    },
    heaviest: ingestLargest,
  },
  { name: 'coderefs-api', loads: { snapshot: pushSnapshots }, heaviest: pushLargest },
  {
    name: 'settings-api',
    loads: { counted: countEvents, page: readPages, change: changeTargeting, import: exportAndImport },
    heaviest: importLargest,
  },
  {
    name: 'sync-api',
    loads: { datafile: readDatafiles, notification: notifyStreams },
    heaviest: readLargest,
  },
  { name: 'webhook-dispatcher', loads: { delivery: startDelivering }, heaviest: deliverSlowly },
];
const starts = 3;

/** Measures the services in `names`; all if it is empty. */
export async function measureServices(installation, node, names = []) {
  const figures = [];
  for (const each of services.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const measured = await measureService(installation, node, each);
    print(each, measured);
    figures.push(...figuresOf(each, measured));
  }
  return figures;
}

async function measureService(installation, node, { name, loads, behindProxy = {}, heaviest }) {
  const { stores, processors } = installation;
  const begun = [];
  let service;
  for (let n = 0; n < starts; n++) {
    await service?.stop();
    service = await startService(name, { stores, node });
    begun.push(service.start);
  }
  try {
    await delay(1_000);
    const idle = service.resident();
    const underLoad = {};
    for (const [load, prepare] of Object.entries(loads)) {
      const run = await prepare(service, installation);
      underLoad[load] = await settle({ service, others: processors, run });
      await run.stop?.();
    }
    const throughProxy = await measureProxy(service, behindProxy, processors);
    service.forgetPeak();
    await heaviest(service, installation);
    const peak = service.peak();
    return { begun, idle, underLoad, throughProxy, peak, heap: await service.heapMiB() };
  } finally {
    await service.stop();
  }
}

async function measureProxy(service, loads, processors) {
  const results = {};
  if (Object.keys(loads).length === 0) return results;
  const proxy = await startProxy(service.port);
  if (proxy === undefined) {
    console.log('HAProxy is not installed, so it is not measured.');
    return results;
  }
  try {
    for (const [load, prepare] of Object.entries(loads)) {
      const others = { ...processors, HAProxy: () => processorSeconds(proxy.pid) };
      const run = prepare({ port: proxy.port, pid: proxy.pid });
      results[load] = await settle({ service, others, run });
    }
  } finally {
    await proxy.stop();
  }
  return results;
}

function print({ name }, { begun, idle, underLoad, throughProxy, peak, heap }) {
  printTable(name, {
    'a start': { ms: medianOf(begun, 'ms'), 'service µs': medianOf(begun, 'cpuMs') * 1_000 },
    idle: { MiB: idle },
    ...rowsOf('', underLoad),
    ...rowsOf(', through HAProxy', throughProxy),
    'heaviest request': { MiB: peak, 'heap MiB': heap },
  });
}

function rowsOf(where, loads) {
  return Object.fromEntries(
    Object.entries(loads).map(([load, { resident, perSecond, p50, micros, isSteady }]) => [
      load + where,
      {
        ms: p50,
        'service µs': micros.service,
        MiB: resident,
        'a second': perSecond,
        'PostgreSQL µs': micros.PostgreSQL,
        'Redis µs': micros.Redis,
        ...('HAProxy' in micros && { 'HAProxy µs': micros.HAProxy }),
        steady: isSteady ? 'yes' : 'no',
      },
    ]),
  );
}

function figuresOf({ name }, { begun, idle, underLoad, throughProxy, peak }) {
  const prefix = name.replaceAll('-', '_');
  const most = Math.max(...Object.values(underLoad).map(({ resident }) => resident));
  return [
    [`${prefix}_start`, medianOf(begun, 'ms'), 'ms'],
    [`${prefix}_start_cpu`, medianOf(begun, 'cpuMs'), 'ms'],
    [`${prefix}_idle`, idle, 'MiB'],
    [`${prefix}_load`, most, 'MiB'],
    [`${prefix}_heaviest`, peak, 'MiB'],
    ...Object.entries(underLoad).flatMap(([load, { micros, perSecond }]) => [
      [`${prefix}_${load}_cpu`, micros.service, 'us'],
      [`${prefix}_${load}_postgres_cpu`, micros.PostgreSQL, 'us'],
      [`${prefix}_${load}_per_second`, perSecond, '1/s'],
    ]),
    ...Object.entries(throughProxy).flatMap(([load, { micros }]) => [
      [`${prefix}_${load}_behind_proxy_cpu`, micros.service, 'us'],
      [`proxy_${load}_cpu`, micros.HAProxy, 'us'],
    ]),
  ];
}

function medianOf(list, name) {
  return median(list.map((each) => each[name]));
}
