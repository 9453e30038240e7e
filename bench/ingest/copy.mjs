// The reference: only COPY of the same rows into the same table, with a transaction for each batch. The text is prepared
// beforehand; new ids are written into it while PostgreSQL works on the previous batch.
import { setTimeout as delay } from 'node:timers/promises';

const root = new URL('../../', import.meta.url);
const load = (path) => import(new URL(path, root).href);
const { createPool } = await load('packages/database/dist/index.js');
const { eventIdAt, newBatchId } = await load('services/ingest-api/dist/storing/event-rows.js');
const { copyIn } = await load('packages/database/dist/copy/index.js');

const columns = `id, environment_id, variable_id, variation_id, event, user_key, value, occurred_at, event_id`;
const copy = `COPY stored_event (${columns}) FROM STDIN`;

/** Measures rows per second over a number of connections. */
export async function measureCopy({ databaseUrl, events, connections, warmUpSeconds, seconds }) {
  const pool = createPool(databaseUrl, { max: connections });
  const lines = await linesOf(pool, events);
  let rows = 0;
  let isOver = false;
  const work = Array.from({ length: connections }, async () => {
    const client = await pool.connect();
    const texts = [1, 2].map(() => textOf(lines));
    let copying = Promise.resolve();
    for (let n = 0; !isOver; n++) {
      const text = texts[n % 2];
      text.renew();
      await copying;
      copying = copyIn(client, [copy], [[text.bytes]]).then(() => (rows += lines.length));
    }
    await copying;
    client.release();
  });
  await delay(warmUpSeconds * 1000);
  rows = 0;
  const startedAt = performance.now();
  await delay(seconds * 1000);
  const perSecond = rows / ((performance.now() - startedAt) / 1000);
  isOver = true;
  await Promise.all(work);
  await pool.end();
  return { perSecond };
}

/** Rows with ids like those of ingest-api, which differ only in their last digits within one batch. */
function textOf(lines) {
  const batch = newBatchId();
  const bytes = Buffer.from(lines.map((line, n) => `${eventIdAt(batch, n)}\t${line}\n`).join(''));
  const indexes = [];
  for (let at = 0; at < bytes.length; at = bytes.indexOf('\n', at) + 1) indexes.push(at);
  return {
    bytes,
    renew() {
      const start = newBatchId().slice(0, -5);
      for (const index of indexes) bytes.write(start, index, 'latin1');
    },
  };
}

async function linesOf(pool, events) {
  const { rows } = await pool.query(
    `SELECT environment.id AS environment, variable.slug AS variable, variable.id AS variable_id,
        variation.slug AS variation, variation.id AS variation_id
      FROM environment CROSS JOIN variable JOIN variation USING (feature_id)`,
  );
  const ids = new Map(rows.map((row) => [`${row.variable} ${row.variation}`, row]));
  return events.map((event) => {
    const { environment, variable_id, variation_id } = ids.get(`${event.variable} ${event.variation}`);
    return [
      environment,
      variable_id,
      variation_id,
      event.event,
      event.user.id,
      event.value,
      event.occurred_at,
      event.event_id,
    ].join('\t');
  });
}
