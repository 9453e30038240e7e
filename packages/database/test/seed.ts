/** One row in every table that others point at, so that a test can add or change the one row it is about. */
import { createTestDatabase } from '@bunting/testing';
import { createPool, newId } from '@bunting/database';

/** Creates a migrated database with the rows; `close` ends the pool and drops it. */
export async function createSeededDatabase() {
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  const ids = await seed(pool);
  return {
    pool,
    ids,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

async function seed(pool: ReturnType<typeof createPool>) {
  const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const id = newId();
    const withId = { ...(keyless.has(table) ? {} : { id }), ...row };
    const positions = Object.keys(withId).map((_, index) => `$${index + 1}`);
    await pool.query(
      `INSERT INTO "${table}" (${Object.keys(withId).join()}) VALUES (${positions.join()})`,
      Object.values(withId),
    );
    return id;
  };

  const organisation_id = await insert('organisation', { slug: 'acme', name: 'Acme' });
  const account_id = await insert('account', { email: 'ada@acme.example' });
  await insert('member', { organisation_id, account_id, role: 'owner' });
  const expires_at = new Date('2030-01-01');
  await insert('invitation', {
    organisation_id,
    email: 'new@acme.example',
    role: 'viewer',
    token_hash: 'a'.repeat(64),
    invited_by_id: account_id,
    expires_at,
  });
  await insert('session', { account_id, token: 'secret', expires_at });
  await insert('identity', { account_id, provider_id: 'credential', provider_account_id: account_id });
  await insert('api_token', {
    organisation_id,
    name: 'ci',
    token_hash: 'b'.repeat(64),
    last_four: 'abcd',
    scopes: ['code_references'],
    created_by_id: account_id,
  });

  const project_id = await insert('project', { organisation_id, slug: 'web', name: 'Web' });
  const environment_id = await insert('environment', { project_id, slug: 'production', name: 'Production' });
  await insert('environment_key', { environment_id, key_hash: 'c'.repeat(64), last_four: 'abcd' });
  const segment_id = await insert('segment', { project_id, slug: 'canada', name: 'Canada', any_of: '[]' });
  const feature_id = await insert('feature', {
    project_id,
    slug: 'checkout',
    name: 'Checkout',
    salt: 'a1b2c3d4',
  });
  const variable_id = await insert('variable', {
    feature_id,
    project_id,
    slug: 'checkout-on',
    type: 'boolean',
  });
  const variation_id = await insert('variation', { feature_id, slug: 'on', name: 'On', position: 0 });
  await insert('variation_value', { variation_id, variable_id, feature_id, value: 'true' });
  await insert('default_variation', { environment_id, variable_id, variation_id, feature_id });
  const targeting_id = await insert('targeting', { feature_id, environment_id, enabled: true });
  const targeting_rule_id = await insert('targeting_rule', {
    targeting_id,
    position: 0,
    any_of: '[]',
    schedule: '{}',
    rollout: '{"percentage": 50}',
  });
  await insert('rule_serving', { targeting_rule_id, position: 0, variation_id });
  await insert('rule_segment', { targeting_rule_id, segment_id });
  await insert('targeting_prerequisite', { targeting_id, position: 0, variable_id });
  await insert('prerequisite_variation', { targeting_id, position: 0, rank: 0, variation_id });
  await insert('override', { environment_id, feature_id, user_id: 'user-7', variation_id });
  await insert('datafile_fragment', {
    environment_id,
    kind: 'feature',
    entity_id: feature_id,
    version: 1,
    document: '{}',
  });

  const repository_connection_id = await insert('repository_connection', {
    project_id,
    repository: 'Acme/shop',
    branch: 'main',
  });
  await insert('code_reference', {
    repository_connection_id,
    key: 'checkout-on',
    file: 'src/checkout.ts',
    line_number: 1,
    location_hash: Buffer.alloc(32),
  });
  await insert('stored_event', {
    environment_id,
    variable_id,
    variation_id,
    event: 'purchase',
    event_id: 'e-1',
    value: 1.5,
    occurred_at: new Date(),
  });
  await insert('event_receipt', { key: newId() });
  await insert('event_batch', { first_id: newId(), last_id: newId(), environment_id });
  await insert('event_rollup', {
    environment_id,
    variable_id,
    variation_id,
    event: 'purchase',
    span: 'ever',
    begins_at: new Date(0),
    event_count: 1,
    verified_count: 0,
    value_count: 1,
    value_sum: '12.5',
    value_square_sum: '156.25',
    user_count: 1,
    users: Buffer.from([0, 0]),
  });
  await insert('event_user', { environment_id, user_hash: newId(), number: 0 });
  await insert('consumed_trace', { expires_at });
  await insert('monthly_active_user', {
    organisation_id,
    month: '2026-11-01',
    user_hash: '-9007199254740993',
  });
  await insert('monthly_usage', { organisation_id, month: '2026-01-01', user_count: 1 });

  const webhook_endpoint_id = await insert('webhook_endpoint', {
    organisation_id,
    url: 'https://hooks.acme.example/flags',
    events: ['*'],
    secret: 'whsec_0123',
  });
  const webhook_event_id = await insert('webhook_event', {
    organisation_id,
    type: 'feature.created',
    data: '{}',
  });
  const webhook_delivery_id = await insert('webhook_delivery', {
    webhook_event_id,
    webhook_endpoint_id,
    body: '{}',
  });
  await insert('webhook_attempt', {
    webhook_delivery_id,
    number: 1,
    started_at: new Date(),
    duration_ms: 12,
    succeeded: true,
  });
  const audit_record_id = await insert('audit_record', {
    organisation_id,
    actor: 'ada@acme.example',
    source: 'session',
    action: 'feature.created',
    subject: 'web/checkout',
  });
  await insert('comment', { organisation_id, audit_record_id, author: 'ada@acme.example', text: 'Why?' });
  await insert('evaluation_batch', {
    environment_id,
    begins_at: new Date(0),
    ends_at: new Date(60_000),
    cells: '[]',
    unknown: '[]',
  });
  await insert('evaluation_rollup', {
    environment_id,
    span: 'ever',
    variable_id,
    variation_id,
    reason: 0,
    asked: 0,
    begins_at: new Date(0),
    count: 1,
    first_at: new Date(0),
    last_at: new Date(60_000),
  });
  await insert('unknown_key', {
    environment_id,
    key: 'chekout',
    count: 1,
    first_at: new Date(0),
    last_at: new Date(60_000),
  });
  await insert('advice_report', { project_id, reported_at: new Date(0), verdicts: '{}' });
  return { organisation_id, project_id, environment_id, feature_id, variable_id, variation_id, account_id };
}

/** Tables whose primary key is natural. */
const keyless = new Set([
  'variation_value',
  'default_variation',
  'rule_serving',
  'targeting_prerequisite',
  'prerequisite_variation',
  'rule_segment',
  'override',
  'datafile_fragment',
  'event_receipt',
  'event_batch',
  'event_rollup',
  'event_user',
  'monthly_active_user',
  'monthly_usage',
  'evaluation_rollup',
  'unknown_key',
  'advice_report',
]);
