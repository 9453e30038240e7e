// npm run bench:change-requests: the time to open and to apply a change request, beside a direct change of targeting, and how long after their
// time 1,000 requests of one instant are applied by eight processes.
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startNode } from '../evaluate/processes.mjs';
import {
  apply,
  createDocument,
  createEnvironmentVariables,
  getMainFile,
  startStores,
  untilReady,
} from '../installation.mjs';
import { callSettings } from '../settings/call-settings.mjs';
import { processorSeconds } from '../webhooks/processor-time.mjs';

const { findFreePort } = await import('../../packages/embedded-servers/dist/index.js');
const { createPool } = await import('../../packages/database/dist/index.js');

const changeCount = 200;
const dueCount = 1_000;
const projectCount = 50;
const processCount = 8;
const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuv';

const stores = await startStores({ isPinned: false });
const pool = createPool(stores.postgresUrl);
const processes = [];
try {
  await apply(stores, createProjects());
  const first = await startProcess();
  const call = callSettings({ port: first.port, agent: new Agent({ keepAlive: true }), token });
  for (let n = 0; n < 20; n += 1) await change(call, n);
  const changed = await measure('a direct change of targeting', first, (n) => change(call, n));
  const numbers = [];
  const created = await measure('a change request opened', first, async (n) => {
    numbers.push(await open(call, 0, n));
  });
  const applied = await measure('a change request applied', first, (n) =>
    call('POST', `${projectPath(0)}/change-requests/${numbers[n]}/apply`, {}),
  );
  await fillDue(call);
  while (processes.length < processCount) await startProcess();
  const delays = await measureDelays();

  console.log(`\nfigure change_request_created_p95 ${created.p95.toFixed(1)} ms`);
  console.log(`figure change_request_applied_p95 ${applied.p95.toFixed(1)} ms`);
  console.log(`figure change_request_created_ratio ${(created.cpu / changed.cpu).toFixed(2)}`);
  console.log(`figure change_request_applied_ratio ${(applied.cpu / changed.cpu).toFixed(2)}`);
  console.log(`figure scheduled_delay_p95 ${percentile(delays, 0.95).toFixed(0)} ms`);
} finally {
  for (const { child } of processes) child.kill('SIGKILL');
  await pool.end();
  await stores.stop();
}
process.exit(0);

/** Returns a document with projects of twenty features each. */
function createProjects() {
  const document = createDocument(20);
  const [organisation] = document.organisations;
  const [{ environments, ...project }] = organisation.projects;
  organisation.members = [{ email: 'owner@acme.example', role: 'owner' }];
  organisation.api_tokens = [
    { name: 'bench', token, scopes: ['settings'], created_by: 'owner@acme.example' },
  ];
  organisation.projects = Array.from({ length: projectCount }, (_, n) => ({
    ...project,
    slug: `shop-${n}`,
    environments: environments.map(({ slug, name }) => ({ slug, name, api_keys: [] })),
  }));
  return document;
}

async function startProcess() {
  const port = await findFreePort();
  const child = startNode([getMainFile('settings-api')], { env: createEnvironmentVariables(stores, port) });
  const started = { port, child };
  processes.push(started);
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  return started;
}

function projectPath(project) {
  return `/settings/v1/organisations/acme/projects/shop-${project}`;
}

function change(call, n) {
  return call('PUT', `${projectPath(0)}/features/feature-${n % 20}/environments/production/targeting`, {
    enabled: true,
    rules: [{ name: `Direct ${n}`, any_of: [], serve: { variation: 'treatment' } }],
  });
}

/** Opens a request that pins a user, so that requests don't conflict. Returns its number. */
async function open(call, project, n) {
  const path = `features/feature-${n % 20}/environments/production/overrides/user-${n}`;
  const { number } = await call('POST', `${projectPath(project)}/change-requests`, {
    title: `Pin user ${n}`,
    changes: [{ method: 'PUT', path, body: { variation: 'treatment' } }],
  });
  return number;
}

/** Measures requests one after another. Returns the 95th percentile and the processor time of the service, in milliseconds. */
async function measure(what, { child }, work) {
  const times = [];
  const before = processorSeconds(child.pid);
  for (let n = 0; n < changeCount; n += 1) {
    const startedAt = performance.now();
    await work(n);
    times.push(performance.now() - startedAt);
  }
  const cpu = ((processorSeconds(child.pid) - before) / changeCount) * 1_000;
  const p95 = percentile(times, 0.95);
  console.log(
    `${what.padEnd(30)} median ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor time ${cpu.toFixed(2)} ms`,
  );
  return { p95, cpu };
}

async function fillDue(call) {
  for (let n = 0; n < dueCount; n += 1) await open(call, n % projectCount, 1_000 + n);
}

/** Makes all open requests due at one instant. Returns how long after it each was applied, in milliseconds. */
async function measureDelays() {
  await delay(2_000);
  const before = processes.map(({ child }) => processorSeconds(child.pid));
  await pool.query(
    `UPDATE change_request SET apply_at = clock_timestamp() + interval '15 seconds' WHERE status = 'open'`,
  );
  for (;;) {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM change_request WHERE status = 'open' AND apply_at IS NOT NULL`,
    );
    if (rows[0].count === 0) break;
    await delay(250);
  }
  const { rows } = await pool.query(
    'SELECT extract(epoch FROM applied_at - apply_at)::float8 * 1000 AS ms FROM change_request WHERE apply_at IS NOT NULL',
  );
  if (rows.length !== dueCount) throw new Error(`Only ${rows.length} of ${dueCount} requests were applied.`);
  const delays = rows.map(({ ms }) => ms);
  const cpu = processes.reduce((sum, { child }, n) => sum + processorSeconds(child.pid) - before[n], 0);
  console.log(
    `${delays.length} due at one instant in ${projectCount} projects, ${processes.length} processes: median ${percentile(delays, 0.5).toFixed(0)} ms, ` +
      `p95 ${percentile(delays, 0.95).toFixed(0)} ms, last ${Math.max(...delays).toFixed(0)} ms, ` +
      `processor time of each ${((cpu / delays.length) * 1_000).toFixed(2)} ms`,
  );
  return delays;
}

function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];
}
