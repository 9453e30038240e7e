// npm run bench:advice: the advice on a project of 10,000 features in three environments, with counts of 30 days, code references and
// an audit log: the first page after a change, and page after page.
import { Agent } from 'node:http';
import { createDocument, startInstallation } from '../installation.mjs';
import { callSettings } from './call-settings.mjs';

const featureCount = 10_000;
const firstCount = 7;
const pageCount = 200;
const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuv';
const shop = '/settings/v1/organisations/acme/projects/shop';

const document = createDocument(featureCount);
const [organisation] = document.organisations;
Object.assign(organisation, {
  members: [{ email: 'owner@acme.example', role: 'owner' }],
  api_tokens: [{ name: 'bench', token, scopes: ['settings'], created_by: 'owner@acme.example' }],
});
const [project] = organisation.projects;
project.environments.push({ slug: 'staging' }, { slug: 'test' });
for (const [n, feature] of project.features.entries()) {
  const { production } = feature.environments;
  if (n % 3 === 0) production.targeting.rules = [{ name: 'All', serve: { variation: 'treatment' } }];
  feature.environments.staging = { defaults: production.defaults };
  feature.environments.test = production;
  if (n % 10 === 0) feature.status = 'archived';
}

const bunting = await startInstallation(document, { service: 'settings-api' });
try {
  await fill();
  await run();
} finally {
  await bunting.stop();
}

/**
 * Fills the project. Everything is 60 days old; half of the features are evaluated in each environment, and two thirds
 * are in the code.
 */
async function fill() {
  const { createPool } = await import(new URL('../../packages/database/dist/index.js', import.meta.url));
  const pool = createPool(bunting.postgresUrl);
  for (const table of ['feature', 'audit_record']) {
    await pool.query(`UPDATE ${table} SET created_at = created_at - interval '60 days'`);
  }
  await pool.query(`UPDATE feature SET updated_at = created_at`);
  await pool.query(`UPDATE datafile_fragment SET written_at = written_at - interval '60 days'`);
  await pool.query(`UPDATE environment SET counted_since = now() - interval '90 days'`);
  await pool.query(`
    INSERT INTO evaluation_rollup (environment_id, span, variable_id, variation_id, reason, asked, begins_at, count, first_at, last_at)
    SELECT environment.id, span, variable.id, variation.id, 0, asked,
      CASE span WHEN 'ever' THEN 'epoch' ELSE date_trunc('day', now(), 'UTC') - day * interval '1 day' END,
      100, now() - interval '60 days', now() - day * interval '1 day'
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS number FROM variable) AS variable
    JOIN environment USING (project_id)
    JOIN variation USING (feature_id)
    CROSS JOIN generate_series(0, 1) AS asked
    CROSS JOIN (SELECT 'day' AS span, day FROM generate_series(0, 29) AS day UNION ALL SELECT 'ever', 0) AS span
    WHERE number % 2 = 0`);
  await pool.query(`
    WITH connection AS (
      INSERT INTO repository_connection (id, project_id, repository, branch, snapshot_at)
      SELECT gen_random_uuid(), project.id, 'acme/repository-' || number, 'main', now() - interval '1 day'
      FROM project CROSS JOIN generate_series(1, 3) AS number RETURNING id)
    INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, location_hash)
    SELECT gen_random_uuid(), connection.id, 'flag-' || n, 'src/file-' || n || '.ts', line,
      sha256((connection.id || ' ' || n || ' ' || line)::bytea)
    FROM connection CROSS JOIN generate_series(0, ${featureCount - 1}) AS n CROSS JOIN generate_series(1, 5) AS line
    WHERE n % 3 > 0`);
  await pool.query('VACUUM ANALYZE');
  await pool.end();
}

async function run() {
  const agent = new Agent({ keepAlive: true });
  const call = callSettings({ port: bunting.port, agent, token });
  for (let n = 0; n < 20; n += 1) await call('GET', `${shop}/features?limit=50`);
  const first = [];
  for (let n = 0; n < firstCount; n += 1) {
    // A change makes the survey anew.
    await call('PATCH', `${shop}/features/feature-1`, { description: `Changed ${n} times.` });
    const startedAt = performance.now();
    const { items } = await call('GET', `${shop}/advice`);
    first.push(performance.now() - startedAt);
    if (items.length !== 50) throw new Error(`The first page has ${items.length} items.`);
  }
  const pages = [];
  let cursor = null;
  const verdicts = {};
  while (pages.length < pageCount) {
    const startedAt = performance.now();
    const answer = await call('GET', `${shop}/advice?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`);
    pages.push(performance.now() - startedAt);
    cursor = answer.next_cursor;
    for (const { verdict, certain } of answer.items) {
      const name = `${verdict}${certain ? '' : ', not certain'}`;
      verdicts[name] = (verdicts[name] ?? 0) + 1;
    }
  }
  agent.destroy();
  console.log(verdicts);
  console.log(`the first page after a change: ${first.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  console.log(`figure advice_10k_first ${percentile(first, 0.5).toFixed(0)} ms`);
  console.log(`figure advice_page_p95 ${percentile(pages, 0.95).toFixed(1)} ms`);
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}
