// Writes a million deliveries while no dispatcher runs.

/** Writes 700,000 deliveries to 1,000 endpoints, a hundredth of them due, and 300,000 delivered ones to the first. Returns the ids of the endpoints. */
export async function fillMillion(bench) {
  const { pool } = bench;
  await bench.stopDispatcher();
  const organisationId = await bench.organisationId();
  const endpoints = await bench.addEndpoints(organisationId, 'http://127.0.0.1:9/', 1_000);
  const ids = endpoints.map(({ id }) => id);
  await pool.query('TRUNCATE webhook_delivery CASCADE');
  const { rows } = await pool.query(
    `INSERT INTO webhook_event (id, organisation_id, type, data)
     VALUES (gen_random_uuid(), $1, 'feature.updated', '{}') RETURNING id`,
    [organisationId],
  );
  const body = JSON.stringify({ text: 'x'.repeat(250) });
  await pool.query(
    `INSERT INTO webhook_delivery
       (id, webhook_event_id, webhook_endpoint_id, body, status, attempt_count, due_at, finished_at)
     SELECT gen_random_uuid(), $2, ($1::uuid[])[CASE WHEN n > 700000 THEN 1 ELSE n % 1000 + 1 END], $3,
       CASE WHEN n <= 14000 THEN 'pending' ELSE 'delivered' END, 1,
       CASE WHEN n <= 7000 THEN now() - n * interval '1 second'
            WHEN n <= 14000 THEN now() + n * interval '1 second' END,
       CASE WHEN n > 14000 THEN now() END
     FROM generate_series(1, 1000000) AS n`,
    [ids, rows[0].id, body],
  );
  await pool.query('VACUUM ANALYZE webhook_delivery');
  return ids;
}
