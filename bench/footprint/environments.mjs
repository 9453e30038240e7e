// The memory of environments in a service: after loading, and after every variable has been evaluated.
import { setTimeout as delay } from 'node:timers/promises';
import { fillEnvironments } from '../datafiles/fill.mjs';
import { printTable } from './report.mjs';
import { startService } from './service.mjs';

const steps = [10, 100, 1_000];
const variablesOfEach = 100;
const variablesOfLarge = 10_000;

export async function measureEnvironments({ stores, pool }, node) {
  const many = await fill(pool, steps.at(-1), variablesOfEach);
  const [large] = await fill(pool, 1, variablesOfLarge);
  await pool.query('VACUUM ANALYZE');
  const table = {};
  const figures = [];
  for (const [name, ask] of Object.entries({ 'eval-api': evaluate, 'ingest-api': ingest })) {
    const start = () => startService(name, { stores, node });
    const readings = {
      ...(await holdMany(await start(), many, ask)),
      ...(await holdLarge(await start(), large, ask)),
    };
    table[name] = readings;
    for (const [what, mebibytes] of Object.entries(readings)) {
      figures.push([`${name.replace('-', '_')}_${what.replaceAll(/\W+/g, '_')}`, mebibytes, 'MiB']);
    }
  }
  printTable(
    `MiB resident with environments of ${variablesOfEach} variables, and one of ${variablesOfLarge}`,
    table,
  );
  return figures;
}

/** Fills `count` environments of `variableCount` variables, each in a separate project. */
export function fill(pool, count, variableCount) {
  return fillEnvironments(pool, { count, variableCount, environmentsPerProject: 1 });
}

async function holdMany(service, environments, ask) {
  const readings = {};
  let loaded = 0;
  for (const step of steps) {
    await eachOf(environments.slice(loaded, step), (environment) => ask(service, environment, 1));
    loaded = step;
    readings[`held ${step}`] = await restingMemory(service);
  }
  if (ask === evaluate) readings[`used ${loaded}`] = await use(service, environments);
  await service.stop();
  return readings;
}

async function holdLarge(service, large, ask) {
  await ask(service, large, 1);
  const readings = { 'held large': await restingMemory(service) };
  if (ask === evaluate) readings['used large'] = await use(service, [large]);
  await service.stop();
  return readings;
}

/** Evaluates every variable, a hundred at a time. */
async function use(service, environments) {
  await eachOf(environments, (environment) => evaluate(service, environment, environment.variables.length));
  return restingMemory(service);
}

/** Returns the memory that remains after the work: the minimum that is resident within two seconds. */
async function restingMemory(service) {
  let least = Infinity;
  for (let n = 0; n < 20; n++) {
    await delay(100);
    least = Math.min(least, service.resident());
  }
  return least;
}

async function eachOf(list, work) {
  const queue = [...list];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) await work(next);
    }),
  );
}

export async function evaluate({ url }, { key, variables }, count) {
  for (let from = 0; from < count; from += 100) {
    const keys = variables.slice(from, Math.min(from + 100, count));
    await post(`${url}/v1/variables`, key, { keys, user: { id: 'user-1', country: 'CA' } });
  }
}

/** Sends an event of the first variable of the environment. */
async function ingest({ url }, { key, feature }) {
  const [{ slug: variable }] = feature.variables;
  const [{ slug: variation }] = feature.variations;
  await post(`${url}/v1/events`, key, { events: [{ event: 'seen', variable, variation }] });
}

async function post(url, key, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${text}`);
}
