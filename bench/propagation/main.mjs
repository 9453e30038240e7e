// npm run bench:propagation: the time from a change over the management API to the responses of three evaluators.
// It ends with the first response of an evaluator that serves the change. Each evaluator gets a request every two
// milliseconds, so that the requests do not keep it busy. Then the time from the commit of a change until applications
// that follow a stream have it: three with the local client of @bunting/node, and three pages.
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startNode } from '../evaluate/processes.mjs';
import { openPages, requireChromium } from './browser.mjs';
import { openChanges } from '../commit-change.mjs';
import { apiKey, createDocument, startInstallation, untilReady } from '../installation.mjs';
import { openPage } from './listeners.mjs';
import { openLocalClient } from './local-clients.mjs';

const changes = 200;
const evaluatorCount = 3;
const askEveryMs = 2;
const datafileKey = '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e60';
const clientKey = '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d4e61';
/** The split decides what this user gets, so that a change of the salt may change it. */
const user = { id: 'user-1', country: 'CA' };
const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuv';
const feature = '/settings/v1/organisations/acme/projects/shop/features/feature-0';

const chromium = await requireChromium();
const document = createDocument(100);
Object.assign(document.organisations[0], {
  members: [{ email: 'owner@acme.example', role: 'owner' }],
  api_tokens: [{ name: 'bench', token, scopes: ['settings'], created_by: 'owner@acme.example' }],
});
const [{ environments, features }] = document.organisations[0].projects;
environments[0].api_keys.push({ key: datafileKey, kind: 'datafile' }, { key: clientKey, kind: 'client' });
for (const { variables } of features) for (const variable of variables) variable.client = true;
const bunting = await startInstallation(document);
const started = [];
try {
  const evaluators = [bunting.port];
  while (evaluators.length < evaluatorCount) evaluators.push(await start('eval-api'));
  await measureServed(evaluators);
  await measureStreams(evaluators);
  await measureBrowser(evaluators);
} finally {
  for (const child of started) child.kill('SIGKILL');
  await bunting.stop();
}

async function measureServed(evaluators) {
  const settingsPort = await start('settings-api');
  const agent = new Agent({ keepAlive: true });
  for (const port of evaluators) await served(agent, port);

  const answered = [];
  const reached = [];
  const everywhere = [];
  for (let change = 0; change < changes; change += 1) {
    const variation = change % 2 === 0 ? 'treatment' : 'control';
    const sentAt = performance.now();
    const watching = evaluators.map((port) => untilServed(agent, port, variation).then((at) => at - sentAt));
    await put(agent, settingsPort, `${feature}/environments/production/defaults`, { 'flag-0': variation });
    answered.push(performance.now() - sentAt);
    const times = await Promise.all(watching);
    reached.push(...times);
    everywhere.push(Math.max(...times));
    await delay(20);
  }
  agent.destroy();

  console.log(`${changes} changes, ${evaluatorCount} evaluators, 100 features.\n`);
  report([
    ['the change is answered', answered],
    ['an evaluator serves it', reached],
    ['every evaluator serves it', everywhere],
  ]);
  console.log(`\nfigure change_to_served_p95 ${percentile(everywhere, 0.95).toFixed(1)} ms`);
}

/**
 * Measures streams. Each process of sync-api has one local client and one page, whose requests go to its own
 * evaluator.
 */
async function measureStreams(evaluators) {
  const listeners = { local: [], browser: [] };
  for (const evalPort of evaluators) {
    const syncPort = await start('sync-api');
    listeners.local.push(await openLocalClient({ syncPort, key: datafileKey, flag: 'flag-0' }));
    listeners.browser.push(await openPage({ syncPort, evalPort, key: clientKey, user }));
  }
  const { commit, close } = await openChanges(bunting);
  const times = { local: [], browser: [] };
  for (let change = 0; change < changes; change += 1) {
    const { version, committedAt } = await commit(
      `UPDATE feature SET salt = md5(random()::text) WHERE slug = 'feature-0' RETURNING id`,
    );
    const having = Object.entries(listeners).flatMap(([who, all]) =>
      all.map(async ({ has }) => times[who].push((await has(version)) - committedAt)),
    );
    await Promise.all(having);
    await delay(20);
  }
  for (const each of [...listeners.local, ...listeners.browser]) each.close();
  await close();
  console.log(`\n${changes} changes, ${evaluators.length} processes of sync-api.\n`);
  report([
    ['a local client serves the change', times.local],
    ['a page has its values', times.browser],
  ]);
  console.log('');
  console.log(`figure change_to_local_p95 ${percentile(times.local, 0.95).toFixed(1)} ms`);
  console.log(`figure propagation_browser_p95 ${percentile(times.browser, 0.95).toFixed(1)} ms`);
}

/** Pages in Chromium, until the application is called and reads the value. Each has a sync-api and an evaluator of its own. */
async function measureBrowser(evaluators) {
  const installations = [];
  for (const evalPort of evaluators) installations.push({ evalPort, syncPort: await start('sync-api') });
  const opened = await openPages(chromium, installations, { key: clientKey, user, variable: 'flag-0' });
  const { pages } = opened;
  const { commit, close } = await openChanges(bunting);
  const times = [];
  for (let change = 0; change < changes; change += 1) {
    const value = `change ${change}`;
    const { committedAt } = await commit(
      `UPDATE variation_value SET value = to_json($1::text)
        WHERE variable_id = (SELECT id FROM variable WHERE slug = 'flag-0') RETURNING feature_id AS id`,
      [value],
    );
    await Promise.all(pages.map(async ({ has }) => times.push((await has(value)) - committedAt)));
    await delay(20);
  }
  await close();
  await opened.close();
  console.log(`\n${changes} changes, ${pages.length} pages in Chromium.\n`);
  report([['a page sees the value', times]]);
  console.log(`\nfigure change_to_browser_p95 ${percentile(times, 0.95).toFixed(1)} ms`);
}

function report(rows) {
  for (const [name, values] of rows) {
    const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1));
    console.log(`  ${name.padEnd(28)} median ${p50} ms, 95 % ${p95} ms, worst ${worst} ms`);
  }
}

async function start(service) {
  const port = await freePort();
  started.push(
    startNode([fileURLToPath(new URL(`../../services/${service}/dist/service.js`, import.meta.url))], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: bunting.postgresUrl,
        REDIS_URL: bunting.redisUrl,
        EVALUATION_TRACE_SECRET: 'a secret that signs the traces of a benchmark',
        SESSION_SECRET: 'a secret that signs the cookies of a benchmark',
        PUBLIC_URL: 'http://localhost:8080',
        EVAL_API_RATE_LIMIT_PER_MINUTE: '1000000000',
        LOG_LEVEL: 'warn',
      },
    }),
  );
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  return port;
}

/** Returns `performance.now()` when the evaluator first serves the variation. */
async function untilServed(agent, port, variation) {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; await delay(askEveryMs)) {
    if ((await served(agent, port)) === variation) return performance.now();
  }
  throw new Error(`An evaluator did not serve ${variation} within 20 seconds.`);
}

async function served(agent, port) {
  const { body } = await send(
    agent,
    port,
    'POST',
    '/v1/variables/flag-0',
    { user: {} },
    { 'X-API-Key': apiKey },
  );
  return body.variation;
}

async function put(agent, port, path, json) {
  const { status, body } = await send(agent, port, 'PUT', path, json, { Authorization: `Bearer ${token}` });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
}

async function send(agent, port, method, path, json, headers) {
  const text = JSON.stringify(json);
  const outgoing = request({
    agent,
    port,
    method,
    path,
    headers: { ...headers, 'Content-Length': Buffer.byteLength(text) },
  });
  outgoing.end(text);
  const [incoming] = await once(outgoing, 'response');
  let received = '';
  for await (const chunk of incoming.setEncoding('utf8')) received += chunk;
  return { status: incoming.statusCode, body: JSON.parse(received) };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}
