import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A feature that the management API refuses, and the reason that its evaluation must have. */
export interface HostileFeature {
  /** The slug of the feature and of its variable. */
  readonly slug: string;
  readonly reason: string;
  /** The variation's value as an SQL expression, for values that are too long to be sent; else `parts.value`. */
  readonly expression?: string;
  readonly parts?: {
    readonly rules?: readonly object[];
    readonly overrides?: object;
    readonly value?: unknown;
  };
}

const on = { variation: 'on' };
const rule = (...conditions: object[]) => ({ name: '', any_of: [{ all_of: conditions }], serve: on });
const text = (operator: string, values: readonly unknown[], more: object = {}) => ({
  property: 'custom',
  custom_key: 'text',
  operator,
  values,
  ...more,
});
const many = <Entry>(count: number, entry: (number: number) => Entry) =>
  Array.from({ length: count }, (_, n) => entry(n));

/**
 * Creates features that releases before there were limits accepted, or that somebody with access to the database may write.
 * It has 200,000 parts and every suite imports this package, so it is created on demand.
 */
export function makeHostileFeatures(): readonly HostileFeature[] {
  return [
    {
      slug: 'patterns',
      reason: 'no_rule_matched',
      parts: {
        rules: many(2_200, (n) => rule(text('matches', [`(?:.{0,30}){0,30}[0-9]{1,${(n % 900) + 1}}`]))),
      },
    },
    {
      slug: 'repetitions',
      reason: 'no_rule_matched',
      parts: { rules: [rule(text('matches', ['(?:x{1000})'.repeat(90)]))] },
    },
    {
      slug: 'operands',
      reason: 'no_rule_matched',
      parts: {
        rules: many(40, () =>
          rule(
            text(
              'contains',
              many(5_000, (n) => `aab${n.toString(36)}`),
            ),
          ),
        ),
      },
    },
    {
      slug: 'rollouts',
      reason: 'no_rule_matched',
      parts: {
        rules: many(20_000, (n) => ({
          name: '',
          any_of: [],
          rollout: { percentage: 0 },
          serve: { ...on, bucket_by: [`custom.t${n % 50}`] },
        })),
      },
    },
    {
      slug: 'conditions',
      reason: 'no_rule_matched',
      parts: {
        rules: [{ name: '', any_of: many(60_000, (n) => ({ all_of: [text('eq', [n])] })), serve: on }],
      },
    },
    {
      slug: 'junk',
      reason: 'no_rule_matched',
      parts: { rules: [[], 1, null, { any_of: { all_of: 7 } }, { any_of: [[]] }] as object[] },
    },
    // Honest: so many were allowed, and they are what is asked for most.
    {
      slug: 'overrides',
      reason: 'self_targeting_override',
      parts: { overrides: Object.fromEntries(many(50_000, (n) => [`user-${n}`, 'on'])) },
    },
    {
      slug: 'deep',
      reason: 'no_rule_matched',
      expression: `(repeat('[', 5000) || repeat(']', 5000))::json`,
    },
    ...many(20, (n): HostileFeature => ({
      slug: `long-${n}`,
      reason: 'variable_not_found',
      expression: `to_json(repeat('${n % 10}x', 8 * 1024 * 1024))`,
    })),
  ];
}

/** Adds `hostileFeatures` to an environment in its next version, which it returns. Announces nothing. `environmentId` is a UUID. */
export async function storeHostileFeatures(pool: pg.Pool, environmentId: string): Promise<number> {
  const { rows } = await pool.query<{ version: string }>(
    'UPDATE environment SET version = version + 1 WHERE id = $1 RETURNING version',
    [environmentId],
  );
  const version = Number(rows[0]!.version);
  for (const { slug, expression = '$5::json', parts = {} } of makeHostileFeatures()) {
    const { rules = [rule(text('is', ['nobody']))], overrides = {}, value = 'on' } = parts;
    const values = expression === '$5::json' ? [JSON.stringify(value)] : [];
    await pool.query(
      `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document)
       VALUES ($1, 'feature', $2::uuid, $3, json_build_object(
         'id', $2::uuid, 'slug', $4::text, 'status', 'live', 'salt', 's',
         'variables', json_build_array(json_build_object('id', $2::uuid, 'slug', $4::text, 'default_variation', 'on')),
         'variations', json_build_array(json_build_object('id', $2::uuid, 'slug', 'on', 'values', json_build_array(${expression}))),
         'targeting', $${5 + values.length}::json, 'overrides', $${6 + values.length}::json))`,
      [
        environmentId,
        randomUUID(),
        version,
        slug,
        ...values,
        JSON.stringify({ enabled: true, rules }),
        JSON.stringify(overrides),
      ],
    );
  }
  return version;
}
