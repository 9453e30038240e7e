// npm run bench:events: the time of a summary of five million events, and how fast they are counted.
import { once } from 'node:events';
import { request, Agent } from 'node:http';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startNode } from '../evaluate/processes.mjs';
import { createDocument, startInstallation, untilReady } from '../installation.mjs';

const eventCount = Number(process.env.BENCH_EVENTS ?? 5_000_000);
const userCount = eventCount / 5;
const variables = 5;
const days = 90;
const batchSize = 1_000;
const rounds = 50;
const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuv';
const events = '/settings/v1/organisations/acme/projects/shop/environments/production/events';

const { createPool } = await import('../../packages/database/dist/index.js');
const { rollUp } = await import('../../services/settings-api/dist/events/roll-up.js');

const document = createDocument(variables);
Object.assign(document.organisations[0], {
  members: [{ email: 'owner@acme.example', role: 'owner' }],
  api_tokens: [{ name: 'bench', token, scopes: ['settings'], created_by: 'owner@acme.example' }],
});
const bunting = await startInstallation(document);
const pool = createPool(bunting.postgresUrl);
let settings;
try {
  await run();
} finally {
  settings?.kill('SIGKILL');
  await pool.end();
  await bunting.stop();
}

async function run() {
  console.log(
    `${eventCount} events of ${userCount} users over ${days} days: ${variables} variables, 2 variations, 4 names.\n`,
  );
  await fill();
  const startedAt = performance.now();
  if (!(await rollUp(pool, 3_600_000))) throw new Error('Somebody else was counting.');
  const countedMs = performance.now() - startedAt;
  await pool.query('VACUUM ANALYZE');

  const port = await freePort();
  settings = startNode(
    [fileURLToPath(new URL('../../services/settings-api/dist/service.js', import.meta.url))],
    {
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
  const agent = new Agent({ keepAlive: true });
  const figures = {};
  for (const [name, query] of [
    ['all of the environment', 'summary'],
    ['one variable', 'summary?variable=flag-0'],
    ['one variable, by day', 'summary?variable=flag-0&bucket=day'],
    ['all, by day', 'summary?bucket=day'],
    ['all, 30 days', 'summary?from=2026-08-01&to=2026-08-31'],
    ['one variable, 30 days, by hour', 'summary?variable=flag-0&bucket=hour&from=2026-08-01&to=2026-08-31'],
    ['results of an experiment', 'results?variable=flag-0&conversion=event-3&exposure=event-0'],
  ]) {
    const times = [];
    for (let round = 0; round < rounds; round += 1) times.push(await get(agent, port, `${events}/${query}`));
    figures[name] = times.toSorted((a, b) => a - b);
    const [median, p95] = [0.5, 0.95].map((share) => figures[name][Math.floor(rounds * share)].toFixed(1));
    console.log(`  ${name.padEnd(32)} median ${median} ms, 95 % ${p95} ms`);
  }
  agent.destroy();
  const { rows } = await pool.query(`SELECT pg_size_pretty(pg_total_relation_size('stored_event')) AS events,
    pg_size_pretty(pg_total_relation_size('event_rollup')) AS rollups,
    pg_size_pretty(pg_total_relation_size('event_user')) AS users`);
  console.log(
    `\n  stored: events ${rows[0].events}, counted ${rows[0].rollups}, numbers of users ${rows[0].users}`,
  );
  console.log(`\nfigure events_counted_per_second ${Math.round((eventCount / countedMs) * 1000)} 1/s`);
  const worst = Math.max(...Object.values(figures).map((times) => times[Math.floor(rounds / 2)]));
  console.log(`figure events_summary_5m ${worst.toFixed(1)} ms`);
}

/** Writes events directly into the tables, in batches like those of ingest-api. */
async function fill() {
  const { rows } = await pool.query(
    `SELECT array_agg(variable.id ORDER BY variable.slug, variation.slug) AS variables,
       array_agg(variation.id ORDER BY variable.slug, variation.slug) AS variations,
       (SELECT id FROM environment) AS environment
     FROM variable JOIN variation USING (feature_id)`,
  );
  const { variables: variableIds, variations: variationIds, environment } = rows[0];
  const perStatement = 500_000;
  for (let from = 0; from < eventCount; from += perStatement) {
    await pool.query(
      `INSERT INTO stored_event (id, environment_id, variable_id, variation_id, event, user_key, value, occurred_at,
         evaluation_trace_verified)
       SELECT (lpad(to_hex(n / ${batchSize}), 12, '0') || '70008000000000' || lpad(to_hex(n % ${batchSize}), 6, '0'))::uuid,
         $1::uuid, ($2::uuid[])[ordinal], ($3::uuid[])[ordinal], 'event-' || (n % 4),
         'user-' || (hashint8(n) & 2147483647) % ${userCount}, n % 100,
         timestamptz '2026-06-15' + interval '${days} days' * (n::float8 / ${eventCount}), n % 2 = 0
       FROM generate_series($4::bigint, $5::bigint) AS n
       CROSS JOIN LATERAL (SELECT 1 + ((hashint8(n) & 2147483647) % ${userCount}) % ${variables * 2} AS ordinal) AS of`,
      [environment, variableIds, variationIds, from, Math.min(from + perStatement, eventCount) - 1],
    );
  }
  await pool.query(
    `INSERT INTO event_batch (first_id, last_id, environment_id)
     SELECT (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid,
       (lpad(to_hex(n), 12, '0') || '700080000000000fffff')::uuid, $1
     FROM generate_series(0, $2::bigint - 1) AS n`,
    [environment, Math.ceil(eventCount / batchSize)],
  );
  await pool.query('VACUUM ANALYZE');
}

async function get(agent, port, path) {
  const startedAt = performance.now();
  const outgoing = request({ agent, port, path, headers: { Authorization: `Bearer ${token}` } });
  outgoing.end();
  const [incoming] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  if (incoming.statusCode !== 200) throw new Error(`${path}: ${incoming.statusCode} ${text}`);
  const body = JSON.parse(text);
  if ((body.items ?? body.results).length === 0) throw new Error(`${path}: nothing in it`);
  return performance.now() - startedAt;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
