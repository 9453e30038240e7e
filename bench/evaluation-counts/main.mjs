// npm run bench:evaluation-counts: how fast counts of evaluations are rolled up, and the time of requests that read two million rows of them.
import { Agent } from 'node:http';
import { startInstallation, createDocument } from '../installation.mjs';
import { describePinning } from '../evaluate/processes.mjs';
import { callSettings } from '../settings/call-settings.mjs';

const featureCount = 226;
const cellsOfVariable = 3;
const rounds = 200;
const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuv';
const project = '/settings/v1/organisations/acme/projects/shop';

const { createPool, newId } = await import('../../packages/database/dist/index.js');
const { rollUpEvaluations } = await import('../../services/settings-api/dist/evaluation-counts/roll-up.js');

const document = createDocument(featureCount);
const [organisation] = document.organisations;
organisation.projects[0].environments.push({ slug: 'staging' }, { slug: 'test' }, { slug: 'demo' });
Object.assign(organisation, {
  members: [{ email: 'owner@acme.example', role: 'owner' }],
  api_tokens: [{ name: 'bench', token, scopes: ['settings'], created_by: 'owner@acme.example' }],
});

console.log(`${describePinning()}.`);
// The service must not roll up what is measured here.
const env = { EVENT_ROLLUP_INTERVAL_MS: '3600000' };
const bunting = await startInstallation(document, { service: 'settings-api', env });
const pool = createPool(bunting.postgresUrl);
try {
  await run();
} finally {
  await pool.end();
  await bunting.stop();
}

async function run() {
  await fill();
  const { rows } = await pool.query(`SELECT count(*)::int AS count,
    pg_size_pretty(pg_relation_size('evaluation_rollup')) AS size, pg_size_pretty(pg_indexes_size('evaluation_rollup')) AS indexes
    FROM evaluation_rollup`);
  const [{ count, size, indexes }] = rows;
  console.log(`\n${count} rows of evaluation_rollup: ${size}, indexes ${indexes}`);

  console.log('\nrolling up, a minute at a time');
  const one = await measureRollUp('one evaluator: no cell twice', { evaluators: 1, minutes: 20 });
  await measureRollUp('four evaluators', { evaluators: 4, minutes: 10 });
  await measureRollUp('four evaluators, all that waits', { evaluators: 4, minutes: 10, isBacklog: true });
  await pool.query('VACUUM ANALYZE');

  console.log('\na request');
  const agent = new Agent({ keepAlive: true });
  const call = callSettings({ port: bunting.port, agent, token });
  const production = `${project}/environments/production`;
  const from = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const feature = await measure(call, 'a feature', (n) => `${project}/features/feature-${n}/evaluations`);
  await measure(call, 'a feature in an environment', (n) => `${production}/evaluations?feature=feature-${n}`);
  await measure(call, 'by day', (n) => `${production}/evaluations?feature=feature-${n}&bucket=day`);
  await measure(call, 'an environment', () => `${production}/evaluations`);
  await measure(call, 'an environment, 7 days', () => `${production}/evaluations?from=${from}`);
  await measure(call, 'an environment by hour', () => `${production}/evaluations?bucket=hour&from=${from}`);
  await measure(call, 'features with last_evaluated_at', () => `${project}/features?with=last_evaluated_at`);
  await measure(call, 'none that was not evaluated', () => `${project}/features?not_evaluated_for_days=30`);
  await measure(call, 'unknown keys', () => `${production}/unknown-keys`);
  agent.destroy();

  console.log(`\nfigure counts_rolled_up_per_second ${Math.round(one)} 1/s`);
  console.log(`figure feature_evaluations_p95 ${feature.toFixed(1)} ms`);
}

/** Fills 400 days and 14 days of hours of every feature in four environments, three cells each. */
async function fill() {
  await pool.query(`UPDATE environment SET created_at = '2020-01-01'`);
  await pool.query(
    `INSERT INTO evaluation_rollup (environment_id, span, variable_id, variation_id, reason, asked, begins_at, count, first_at, last_at)
     SELECT environment.id, span, variable.id, variation.id, reason, 0, begins_at, 1000, begins_at, now()
     FROM (
       SELECT 'ever' AS span, timestamptz 'epoch' AS begins_at
       UNION ALL SELECT 'hour', date_trunc('hour', now()) - n * interval '1 hour' FROM generate_series(0, 335) AS n
       UNION ALL SELECT 'day', date_trunc('day', now()) - n * interval '1 day' FROM generate_series(0, 399) AS n
     ) AS bucket
     CROSS JOIN environment
     CROSS JOIN variable
     CROSS JOIN LATERAL (
       SELECT id, 2 AS reason FROM variation WHERE variation.feature_id = variable.feature_id
       UNION ALL
       (SELECT id, 0 FROM variation WHERE variation.feature_id = variable.feature_id ORDER BY slug LIMIT ${cellsOfVariable - 2})
     ) AS variation
     ORDER BY begins_at`,
  );
  await pool.query(
    `INSERT INTO unknown_key (environment_id, key, count, first_at, last_at)
     SELECT environment.id, 'key-' || n, 1, now(), now() FROM environment, generate_series(1, 1000) AS n`,
  );
  await pool.query('VACUUM ANALYZE');
}

/** Cells rolled up in a second: each evaluator stores a batch of 5,000 cells of an environment of its own variables in each minute. */
async function measureRollUp(name, { evaluators, minutes, isBacklog = false }) {
  const { rows } = await pool.query(`SELECT id FROM environment WHERE slug = 'production'`);
  const variations = [newId(), newId()];
  const cells = Array.from({ length: 1_000 }, () => newId()).flatMap((variable) =>
    [0, 1, 2, 3, 4].map((reason) => [variable, variations[reason % 2], reason, 0, 1 + reason]),
  );
  const log = { warn: (line) => console.log(line) };
  const roll = async () => {
    const startedAt = performance.now();
    if (!(await rollUpEvaluations(pool, log, 3_600_000))) throw new Error('Somebody else was rolling up.');
    return performance.now() - startedAt;
  };
  let spentMs = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    const beginsAt = new Date(Date.now() - (minutes - minute) * 60_000);
    for (let evaluator = 0; evaluator < evaluators; evaluator += 1) {
      await pool.query(
        `INSERT INTO evaluation_batch (id, environment_id, begins_at, ends_at, cells, "unknown") VALUES ($1, $2, $3, $4, $5, '[]')`,
        [newId(), rows[0].id, beginsAt, new Date(beginsAt.getTime() + 60_000), JSON.stringify(cells)],
      );
    }
    if (!isBacklog) spentMs += await roll();
  }
  if (isBacklog) spentMs = await roll();
  const perSecond = (cells.length * evaluators * minutes * 1_000) / spentMs;
  console.log(
    `  ${name.padEnd(34)} ${Math.round(perSecond)} cells/s, ${Math.round(spentMs / minutes)} ms a minute`,
  );
  return perSecond;
}

/** Returns the 95th percentile. */
async function measure(call, name, pathOf) {
  const times = [];
  for (let n = 0; n < rounds; n += 1) {
    const startedAt = performance.now();
    const { items } = await call('GET', pathOf((n * 37) % featureCount));
    times.push(performance.now() - startedAt);
    if (items.length === 0 && !name.startsWith('none')) throw new Error(`${name}: nothing in it`);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => sorted[Math.ceil(rounds * share) - 1]);
  const numbers = `median ${p50.toFixed(1)} ms, 95 % ${p95.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`;
  console.log(`  ${name.padEnd(34)} ${numbers}`);
  return p95;
}
