import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { createSeededDatabase } from './seed.ts';

let seeded: Awaited<ReturnType<typeof createSeededDatabase>>;

beforeAll(async () => {
  seeded = await createSeededDatabase();
});

afterAll(() => seeded.close());

/** Inserts a copy of the seeded row with another id and with `changes`. */
async function copy(table: string, changes: Record<string, unknown> = {}): Promise<void> {
  const values = { id: newId(), ...changes };
  await seeded.pool.query(
    `INSERT INTO "${table}" SELECT (json_populate_record(original, $1)).* FROM "${table}" AS original LIMIT 1`,
    [JSON.stringify(values)],
  );
}

const refused = (constraint: string) => ({ constraint });

describe('a slug', () => {
  it('of an organisation is taken once', async () => {
    await expect(copy('organisation')).rejects.toMatchObject(refused('organisation_slug_key'));
  });

  it.each(['project', 'environment', 'segment', 'feature', 'variable', 'variation'])(
    'of a %s is taken once where it belongs',
    async (table) => {
      const scope = { project: 'organisation_id', variation: 'feature_id' }[table] ?? 'project_id';
      await expect(copy(table)).rejects.toMatchObject(refused(`${table}_${scope}_slug_key`));
      await expect(copy(table, { slug: 'another' })).resolves.toBeUndefined();
    },
  );

  it('of a deleted feature is free again, and so are those of deleted variables and variations', async () => {
    const { pool, ids } = seeded;
    await pool.query(`UPDATE feature SET status = 'deleted' WHERE id = $1`, [ids.feature_id]);
    await pool.query(`UPDATE variable SET deleted_at = now() WHERE id = $1`, [ids.variable_id]);
    await pool.query(`UPDATE variation SET deleted_at = now() WHERE id = $1`, [ids.variation_id]);
    await expect(copy('feature', { slug: 'checkout', status: 'live' })).resolves.toBeUndefined();
    await expect(copy('variable', { slug: 'checkout-on', deleted_at: null })).resolves.toBeUndefined();
    await expect(copy('variation', { slug: 'on', deleted_at: null })).resolves.toBeUndefined();
  });

  it('of a feature may be deleted any number of times', async () => {
    await expect(copy('feature', { slug: 'checkout', status: 'deleted' })).resolves.toBeUndefined();
    await expect(copy('feature', { slug: 'checkout', status: 'deleted' })).resolves.toBeUndefined();
  });
});

describe('a variable', () => {
  it('cannot name another project than its feature, so that its slug is unique in the right one', async () => {
    const otherProject = newId();
    await copy('project', { id: otherProject, slug: 'other' });
    await expect(copy('variable', { slug: 'elsewhere', project_id: otherProject })).rejects.toMatchObject(
      refused('variable_feature_id_project_id_fkey'),
    );
  });
});

describe('one feature', () => {
  it.each([
    ['variation_value', 'variation_value_variable_id_feature_id_fkey'],
    ['default_variation', 'default_variation_variable_id_feature_id_fkey'],
  ])('holds both ends of a %s', async (table, constraint) => {
    const { pool, ids } = seeded;
    const featureId = newId();
    const variableId = newId();
    await copy('feature', { id: featureId, slug: `other-${table.replace('_', '-')}` });
    await copy('variable', {
      id: variableId,
      feature_id: featureId,
      slug: `other-${table.replace('_', '-')}`,
    });
    await expect(
      pool.query(`UPDATE ${table} SET variable_id = $1 WHERE feature_id = $2`, [variableId, ids.feature_id]),
    ).rejects.toMatchObject(refused(constraint));
  });
});

describe('an open invitation', () => {
  it('stands once per address, an accepted one does not count', async () => {
    await expect(copy('invitation', { token_hash: 'd'.repeat(64) })).rejects.toMatchObject(
      refused('invitation_open_key'),
    );
    await seeded.pool.query('UPDATE invitation SET accepted_at = now()');
    await copy('invitation', { token_hash: 'e'.repeat(64), accepted_at: null });
  });
});

describe('a repository', () => {
  it('compares without case', async () => {
    const name = refused('repository_connection_name_key');
    await expect(copy('repository_connection', { repository: 'ACME/Shop' })).rejects.toMatchObject(name);
    await expect(
      copy('repository_connection', { repository: 'ACME/Shop', provider: 'gitlab' }),
    ).resolves.toBeUndefined();
  });
});

describe('what is counted or consumed once', () => {
  it.each([
    ['monthly_active_user', 'monthly_active_user_pkey'],
    ['monthly_usage', 'monthly_usage_pkey'],
    ['environment_key', 'environment_key_key_hash_key'],
    ['api_token', 'api_token_token_hash_key'],
    ['account', 'account_email_key'],
    ['member', 'member_organisation_id_account_id_key'],
    ['targeting', 'targeting_feature_id_environment_id_key'],
    ['targeting_rule', 'targeting_rule_targeting_id_position_key'],
    ['targeting_prerequisite', 'targeting_prerequisite_pkey'],
    ['prerequisite_variation', 'prerequisite_variation_pkey'],
    ['webhook_attempt', 'webhook_attempt_webhook_delivery_id_number_key'],
    ['datafile_fragment', 'datafile_fragment_pkey'],
    ['override', 'override_pkey'],
    ['event_receipt', 'event_receipt_pkey'],
    ['event_batch', 'event_batch_pkey'],
    ['event_rollup', 'event_rollup_pkey'],
    ['event_user', 'event_user_pkey'],
    ['evaluation_rollup', 'evaluation_rollup_pkey'],
    ['unknown_key', 'unknown_key_pkey'],
    ['advice_report', 'advice_report_pkey'],
  ])('%s', async (table, constraint) => {
    await expect(copy(table)).rejects.toMatchObject(refused(constraint));
  });

  it('consumed_trace', async () => {
    const { rows } = await seeded.pool.query<{ id: string }>('SELECT id FROM consumed_trace');
    await expect(copy('consumed_trace', { id: rows[0]!.id })).rejects.toMatchObject(
      refused('consumed_trace_pkey'),
    );
  });
});
