// npm run bench:webhooks: 10,000 deliveries to a local receiver, the latency of a change on an idle installation, and the
// sweep over a million rows. PostgreSQL writes to disk as in production.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDocument } from '../installation.mjs';
import { startDispatching } from './dispatching.mjs';
import { fillMillion } from './fill-million.mjs';

const { withTransaction } = await import('../../packages/database/dist/index.js');
const { announceDeliveries, writeDeliveries } = await import('../../packages/webhooks/dist/index.js');
const { applyDocument } = await import('../../packages/bootstrap/dist/index.js');
const { changeFeatures, lockProject, runChange, readFeatures } =
  await import('../../packages/changes/dist/index.js');
const { endpointsPerPage, findDue, findDueDeliveries } =
  await import('../../services/webhook-dispatcher/dist/sweep/find-due.js');

const deliveries = 10_000;
const maxRounds = Number(process.env.BENCH_ROUNDS ?? 5);
const changes = 200;

const bench = await startDispatching();
try {
  const many = await measureThroughput(100);
  const one = await measureThroughput(1, 1);
  const latencies = await measureLatency();
  const sweep = await measureSweep();
  print('10,000 deliveries, from the announcement to the last record', [
    [
      '100 endpoints',
      `${median(many.perSecond).toFixed(0)}/s (${many.perSecond.map(Math.round).join(', ')})`,
    ],
    ...many.micros[0].map(([name], n) => [
      `processor time of a delivery in ${name}`,
      `${median(many.micros.map((round) => round[n][1])).toFixed(0)} µs`,
    ]),
    ['one endpoint, ten at a time', `${median(one.perSecond).toFixed(0)}/s`],
  ]);
  print('one change at a time, from before its transaction to its arrival', [
    ['median', `${median(latencies).toFixed(1)} ms`],
    ['95th percentile', `${percentile(latencies, 0.95).toFixed(1)} ms`],
    ['slowest', `${Math.max(...latencies).toFixed(1)} ms`],
  ]);
  const said = ({ query, whole }) => `${query.toFixed(2)} ms; of all ${whole.toFixed(1)} ms`;
  print(`the sweep’s query of ${endpointsPerPage} endpoints, and of all 1,000, with a million deliveries`, [
    ['7,000 due, spread', said(sweep.spread)],
    ['and 300,000 due at one endpoint', said(sweep.crowded)],
  ]);
  console.log(`figure webhooks_per_second ${median(many.perSecond).toFixed(0)} 1/s`);
  console.log(`figure webhook_latency_p95 ${percentile(latencies, 0.95).toFixed(1)} ms`);
  console.log(
    `figure webhook_sweep_million ${Math.max(sweep.spread.query, sweep.crowded.query).toFixed(2)} ms`,
  );
} finally {
  await bench.stop();
}
process.exit(0);

async function measureThroughput(endpointCount, rounds = maxRounds) {
  const receiver = fork(fileURLToPath(new URL('receiver.mjs', import.meta.url)));
  const [{ port }] = await once(receiver, 'message');
  const organisationId = await bench.organisationId();
  const endpoints = await bench.addEndpoints(organisationId, `http://{host}:${port}/`, endpointCount);
  const perSecond = [];
  const micros = [];
  for (let round = 0; round < rounds; round++) {
    const events = Array.from({ length: deliveries / endpointCount }, (_, n) => ({
      organisationId,
      type: 'member.joined',
      data: { member: { email: `member-${n}@example.com`, role: 'viewer' }, actor: 'admin@example.com' },
    }));
    const due = await withTransaction(bench.pool, (client) =>
      writeDeliveries(client, endpoints, events, { now: new Date() }),
    );
    const before = bench.processorSeconds();
    const startedAt = performance.now();
    await announceDeliveries({ redis: bench.redis }, due);
    while ((await countPending()) > 0) await delay(25);
    perSecond.push((deliveries / (performance.now() - startedAt)) * 1_000);
    console.log(`${endpointCount} endpoints: ${perSecond.at(-1).toFixed(0)}/s`);
    await delay(1_000); // lets the jobs of earlier deliveries end
    const after = new Map(bench.processorSeconds());
    micros.push(
      before.map(([name, seconds]) => [name, ((after.get(name) - seconds) / deliveries) * 1_000_000]),
    );
  }
  receiver.send('count');
  const [{ distinct, count }] = await once(receiver, 'message');
  receiver.kill();
  if (distinct !== deliveries * rounds || count !== distinct) {
    throw new Error(`${deliveries * rounds} sent, ${distinct} arrived, ${count} times.`);
  }
  return { perSecond, micros };
}

async function countPending() {
  const { rows } = await bench.pool.query(
    `SELECT count(*)::int AS count
     FROM (SELECT FROM webhook_delivery WHERE status = 'pending' AND due_at <= now() LIMIT 1) AS first`,
  );
  return rows[0].count;
}

async function measureLatency() {
  const { pool, redis } = bench;
  await applyDocument({ pool }, createDocument(1));
  const { rows } = await pool.query(
    `SELECT project.id, project.organisation_id AS "organisationId", project.slug, project.name, feature.id AS feature
     FROM feature JOIN project ON project.id = project_id WHERE feature.slug = 'feature-0'`,
  );
  const { feature: featureId, ...project } = rows[0];
  const server = createServer((req, res) => {
    req.resume();
    req.on('end', () => res.end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [endpoint] = await bench.addEndpoints(
    project.organisationId,
    `http://127.0.0.1:${server.address().port}/`,
    1,
  );
  const latencies = [];
  for (let n = 0; n < changes; n++) {
    let id;
    const arrival = new Promise((resolve) => {
      server.once('request', (req) => {
        id = req.headers['x-service-delivery'];
        resolve(performance.now());
      });
    });
    const startedAt = performance.now();
    const made = await runChange({ pool, redis, actor: 'bench', source: 'session' }, async (transaction) => {
      await lockProject(transaction, { id: project.organisationId }, project.slug);
      const [before] = await readFeatures(transaction, [featureId]);
      await changeFeatures(transaction, project, [
        { before, after: { ...before, description: `Change ${n}` } },
      ]);
    });
    latencies.push((await arrival) - startedAt);
    if (made.deliveries[0]?.id !== id) throw new Error('Something else arrived.');
    await delay(20);
  }
  server.close();
  server.closeAllConnections();
  await pool.query('DELETE FROM webhook_endpoint WHERE id = $1', [endpoint.id]);
  return latencies;
}

async function measureSweep() {
  const { pool } = bench;
  const ids = await fillMillion(bench);
  const time = async () => {
    const [query, whole] = [[], []];
    for (let n = 0; n < 50; n++) {
      const startedAt = performance.now();
      await findDueDeliveries(pool, ids.slice(0, endpointsPerPage));
      query.push(performance.now() - startedAt);
      await findDue(pool);
      whole.push(performance.now() - startedAt - query.at(-1));
    }
    return { query: median(query), whole: median(whole) };
  };
  const spread = await time();
  await pool.query(
    `UPDATE webhook_delivery SET status = 'pending', due_at = now() - interval '1 hour', finished_at = NULL
     WHERE webhook_endpoint_id = $1`,
    [ids[0]],
  );
  await pool.query('ANALYZE webhook_delivery');
  const crowded = await time();
  return { spread, crowded };
}

function print(title, lines) {
  console.log(title);
  for (const [name, value] of lines) console.log(`  ${name.padEnd(42)} ${value}`);
  console.log();
}

function median(values) {
  return percentile(values, 0.5);
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
