// npm run bench:settings: the time of requests in a project of 10,000 features: a page of the list, with and without a
// text to find, a search over the organisation, a change of targeting, and a revert.
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describePinning, serverCore, startNode } from '../evaluate/processes.mjs';
import { createDocument, startInstallation, untilReady } from '../installation.mjs';
import { callSettings } from './call-settings.mjs';

const featureCount = 10_000;
const pageCount = 200;
const searchCount = 100;
const changeCount = 300;
const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuv';
const features = '/settings/v1/organisations/acme/projects/shop/features';

const document = createDocument(featureCount);
const [organisation] = document.organisations;
Object.assign(organisation, {
  members: [{ email: 'owner@acme.example', role: 'owner' }],
  api_tokens: [{ name: 'bench', token, scopes: ['settings'], created_by: 'owner@acme.example' }],
});
for (const [n, feature] of organisation.projects[0].features.entries()) {
  feature.description =
    `Rolled out by team ${n % 40} since the spring. Ask in the channel of the team before you change it; ` +
    `the dashboard ${n} tells what became of it. Überprüft in ${2020 + (n % 7)}.`;
  if (n % 10 === 0) feature.status = 'archived';
}

const [project] = organisation.projects;
project.environments.push({ slug: 'staging', name: 'Staging', api_keys: [] });

console.log(`A project of ${featureCount} features. ${describePinning()}.`);
const bunting = await startInstallation(document);
let settings;
try {
  await run();
} finally {
  settings?.kill('SIGKILL');
  await bunting.stop();
}

async function run() {
  const port = await freePort();
  settings = startNode(
    [fileURLToPath(new URL('../../services/settings-api/dist/service.js', import.meta.url))],
    {
      core: serverCore,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: bunting.postgresUrl,
        REDIS_URL: bunting.redisUrl,
        SESSION_SECRET: 'a secret that signs the cookies of a benchmark',
        PUBLIC_URL: 'http://localhost:8080',
        LOG_LEVEL: 'warn',
      },
    },
  );
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  await fillSignals(bunting.postgresUrl);
  const agent = new Agent({ keepAlive: true });
  const call = callSettings({ port, agent, token });
  for (let n = 0; n < 50; n += 1) await call('GET', `${features}?limit=50&text=${n}`);

  console.log('\na page of the list');
  const pages = [
    await measurePages(call, 'by 50', 'limit=50'),
    await measurePages(call, 'by 200', 'limit=200'),
    await measurePages(call, 'archived ones', 'limit=50&status=archived'),
    await measurePages(call, 'with a text that most have', 'limit=50&text=dashboard'),
    await measurePages(call, 'with a text that one has', 'limit=50&text=Dashboard%209876%20'),
    await measurePages(call, 'with a text that a variable has', 'limit=50&text=FLAG-9999'),
    await measurePages(call, 'with a text that none has', 'limit=50&text=%C3%BCberall'),
    await measurePages(call, 'by name, counted', 'limit=100&sort=name&count=true'),
    await measurePages(call, 'by the last change', 'limit=100&sort=updated_at&order=desc'),
    await measurePages(call, 'by the last evaluation', 'limit=100&sort=last_evaluated_at&order=desc'),
    await measurePages(call, 'switched off in an environment', 'limit=100&env=staging&state=none'),
    await measurePages(call, 'in no repository', 'limit=100&referenced=false'),
  ];
  console.log('\na search over the organisation');
  const searches = [
    await measureSearches(call, 'for a slug', (n) => `feature-${n * 97}`),
    await measureSearches(call, 'for a part of names', (n) => `ature ${n * 97}`),
    await measureSearches(call, 'for a letter that most have', (n) => 'eatures'.charAt(n % 7)),
    await measureSearches(call, 'for what nothing has', (n) => `überall ${n}`),
  ];
  console.log('\na change of targeting, answered');
  const changes = await measureChanges(call);
  console.log('\na change reverted, answered');
  const reverts = await measureReverts(call);
  agent.destroy();

  console.log(`\nfigure feature_list_page_p95 ${Math.max(...pages).toFixed(1)} ms`);
  console.log(`figure search_p95 ${Math.max(...searches).toFixed(1)} ms`);
  console.log(`figure targeting_change_p95 ${changes.toFixed(1)} ms`);
  console.log(`figure revert_p95 ${reverts.toFixed(1)} ms`);
}

/** Fills signals: half of the variables are evaluated in both environments; a repository has a third of them. */
async function fillSignals(url) {
  const { createPool } = await import('../../packages/database/dist/index.js');
  const pool = createPool(url);
  await pool.query(`
    INSERT INTO evaluation_rollup
      SELECT environment.id, 'ever', variable.id, variation.id, 3, 0, '1970-01-01', 10, now() - interval '1 day', now() - random() * interval '1 day'
      FROM variable JOIN environment USING (project_id) JOIN variation ON variation.feature_id = variable.feature_id
      WHERE hashtext(variable.slug) % 2 = 0`);
  await pool.query(`
    WITH made AS (
      INSERT INTO repository_connection (id, project_id, repository, branch, snapshot_at)
      SELECT gen_random_uuid(), id, 'acme/web', 'main', now() FROM project RETURNING id)
    INSERT INTO code_reference (id, repository_connection_id, key, file, location_hash)
      SELECT gen_random_uuid(), made.id, slug, 'a.ts', sha256(slug::bytea)
      FROM made, variable WHERE hashtext(slug) % 3 = 0`);
  await pool.query('ANALYZE');
  await pool.end();
}

/** Requests page after page to the end, and again from the beginning. */
async function measurePages(call, name, query) {
  const times = [];
  let cursor = null;
  while (times.length < pageCount) {
    const startedAt = performance.now();
    const path = `${features}?${query}${cursor === null ? '' : `&cursor=${cursor}`}`;
    ({ next_cursor: cursor } = await call('GET', path));
    times.push(performance.now() - startedAt);
  }
  return report(name, times);
}

/** Measures searches. `textOf` returns the text of each request: it changes with each key typed. */
async function measureSearches(call, name, textOf) {
  const times = [];
  for (let n = 0; n < searchCount; n += 1) {
    const startedAt = performance.now();
    await call('GET', `/settings/v1/organisations/acme/search?text=${encodeURIComponent(textOf(n))}`);
    times.push(performance.now() - startedAt);
  }
  return report(name, times);
}

async function measureChanges(call) {
  const times = [];
  // The first change also writes the copy of the whole environment to Redis, so it is not counted.
  for (let n = -1; n < changeCount; n += 1) {
    const weight = 1 + ((n + 1) % 99);
    const body = {
      enabled: true,
      rules: [
        {
          name: 'Some of Canada',
          any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
          serve: {
            split: [
              { variation: 'control', weight },
              { variation: 'treatment', weight: 100 - weight },
            ],
          },
        },
      ],
    };
    const startedAt = performance.now();
    await call(
      'PUT',
      `${features}/feature-${((n + 1) * 37) % featureCount}/environments/production/targeting`,
      body,
    );
    if (n >= 0) times.push(performance.now() - startedAt);
  }
  return report('one feature after another', times);
}

/**
 * Measures reverts: the newest changes of targeting, each of another feature, and then the deletion of features that
 * are served.
 */
async function measureReverts(call) {
  const auditLog = '/settings/v1/organisations/acme/audit-log';
  const measure = async (name, ids) => {
    const times = [];
    for (const id of ids) {
      const startedAt = performance.now();
      await call('POST', `${auditLog}/${id}/revert`, {});
      times.push(performance.now() - startedAt);
    }
    return report(name, times);
  };
  const idsOf = async (action, limit) => {
    const { items } = await call('GET', `${auditLog}?action=${action}&limit=${limit}`);
    return items.map(({ id }) => id);
  };
  const ofTargeting = await measure('targeting', await idsOf('targeting.updated', 200));
  for (let n = 0; n < 100; n += 1) await call('DELETE', `${features}/feature-${n * 53}`);
  const ofDeletions = await measure('a deleted feature', await idsOf('feature.deleted', 100));
  return Math.max(ofTargeting, ofDeletions);
}

/** Returns the 95th percentile. */
function report(name, times) {
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => percentile(times, share));
  const numbers = `median ${p50.toFixed(1)} ms, 95 % ${p95.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`;
  console.log(`  ${name.padEnd(34)} ${numbers}`);
  return p95;
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
