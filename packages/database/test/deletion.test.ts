import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withTransaction } from '@bunting/database';
import { createSeededDatabase } from './seed.ts';

let seeded: Awaited<ReturnType<typeof createSeededDatabase>>;

beforeEach(async () => {
  seeded = await createSeededDatabase();
});

afterEach(() => seeded.close());

async function countOf(table: string): Promise<number> {
  const { rows } = await seeded.pool.query<{ count: string }>(`SELECT count(*) FROM "${table}"`);
  return Number(rows[0]!.count);
}

describe('deleting', () => {
  it('a project takes all of it along, and leaves what was recorded', async () => {
    await seeded.pool.query('DELETE FROM project');
    for (const table of [
      'environment',
      'environment_key',
      'segment',
      'feature',
      'variable',
      'variation',
      'targeting',
    ]) {
      await expect(countOf(table)).resolves.toBe(0);
    }
    for (const table of [
      'targeting_rule',
      'rule_serving',
      'targeting_prerequisite',
      'prerequisite_variation',
      'override',
      'datafile_fragment',
      'code_reference',
    ]) {
      await expect(countOf(table)).resolves.toBe(0);
    }
    for (const table of ['stored_event', 'audit_record', 'monthly_active_user', 'webhook_delivery']) {
      await expect(countOf(table)).resolves.toBe(1);
    }
  });

  it('an environment takes what is served there along, not the feature', async () => {
    await seeded.pool.query('DELETE FROM environment');
    await expect(countOf('targeting_rule')).resolves.toBe(0);
    await expect(countOf('default_variation')).resolves.toBe(0);
    await expect(countOf('feature')).resolves.toBe(1);
  });

  it('an organisation takes everything along but accounts', async () => {
    await seeded.pool.query('DELETE FROM organisation');
    await expect(countOf('project')).resolves.toBe(0);
    await expect(countOf('webhook_attempt')).resolves.toBe(0);
    await expect(countOf('account')).resolves.toBe(1);
  });

  it.each([
    ['segment', 'that a rule uses', 'rule_segment_segment_id_fkey'],
    ['variation', 'that is served by default', 'default_variation_variation_id_feature_id_fkey'],
  ])('a %s %s is refused when the transaction commits', async (table, _what, constraint) => {
    const deleting = withTransaction(seeded.pool, (client) => client.query(`DELETE FROM ${table}`));
    await expect(deleting).rejects.toMatchObject({ constraint });
    await expect(countOf(table)).resolves.toBe(1);
  });

  it.each([
    ['by a rule', 'default_variation, override, prerequisite_variation', 'rule_serving_variation_id_fkey'],
    [
      'by an override',
      'default_variation, rule_serving, prerequisite_variation',
      'override_variation_id_feature_id_fkey',
    ],
    [
      'as a prerequisite',
      'default_variation, rule_serving, override',
      'prerequisite_variation_variation_id_fkey',
    ],
  ])('a variation that is served %s is refused', async (_what, others, constraint) => {
    await seeded.pool.query(`TRUNCATE ${others}`);
    await expect(seeded.pool.query('DELETE FROM variation')).rejects.toMatchObject({ constraint });
  });

  it('an account whose tokens stand is refused', async () => {
    await expect(seeded.pool.query('DELETE FROM account')).rejects.toMatchObject({
      constraint: 'api_token_created_by_id_fkey',
    });
    await seeded.pool.query('DELETE FROM api_token');
    await seeded.pool.query('DELETE FROM account');
    await expect(countOf('session')).resolves.toBe(0);
    const { rows } = await seeded.pool.query('SELECT invited_by_id FROM invitation');
    expect(rows).toEqual([{ invited_by_id: null }]);
  });
});
