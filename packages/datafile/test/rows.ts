/** Writes the rows of a small project without fragments. */
import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '@bunting/database';
import type { KeyKind } from '@bunting/definitions';
import { hashKey } from '../src/fragments/key-hash.ts';

export type Client = pg.Pool | pg.ClientBase;

export interface ProjectRows {
  readonly organisationId: string;
  readonly projectId: string;
}

export interface EnvironmentRows {
  readonly id: string;
  readonly key: string;
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export async function insertProject(client: Client, slug = 'web'): Promise<ProjectRows> {
  const [organisationId, projectId] = [newId(), newId()];
  await client.query(
    `INSERT INTO organisation (id, slug, name, plan, mau_cap) VALUES ($1, $2, 'Acme', 'business', 5000)`,
    [organisationId, `acme-${organisationId}`],
  );
  await client.query(`INSERT INTO project (id, organisation_id, slug, name) VALUES ($1, $2, $3, 'Web')`, [
    projectId,
    organisationId,
    slug,
  ]);
  return { organisationId, projectId };
}

export async function insertEnvironment(
  client: Client,
  projectId: string,
  slug: string,
): Promise<EnvironmentRows> {
  const id = newId();
  await client.query(`INSERT INTO environment (id, project_id, slug, name) VALUES ($1, $2, $3, $3)`, [
    id,
    projectId,
    slug,
  ]);
  return { id, key: await insertKey(client, id) };
}

export async function insertKey(
  client: Client,
  environmentId: string,
  kind: KeyKind = 'server',
): Promise<string> {
  const key = randomUUID();
  await client.query(
    `INSERT INTO environment_key (id, environment_id, kind, key_hash, last_four) VALUES ($1, $2, $3, $4, $5)`,
    [newId(), environmentId, kind, hashKey(key, kind), key.slice(-4)],
  );
  return key;
}

export async function insertSegment(
  client: Client,
  projectId: string,
  slug: string,
  anyOf: unknown,
): Promise<string> {
  const id = newId();
  await client.query(`INSERT INTO segment (id, project_id, slug, name, any_of) VALUES ($1, $2, $3, $3, $4)`, [
    id,
    projectId,
    slug,
    JSON.stringify(anyOf),
  ]);
  return id;
}

export interface FeatureRows {
  readonly id: string;
  /** By slug. */
  readonly variables: Readonly<Record<string, string>>;
  /** By slug. */
  readonly variations: Readonly<Record<string, string>>;
}

/**
 * Inserts a feature. `values`: variation slug → JSON text by variable slug; an omitted variable has no value there.
 */
export async function insertFeature(
  client: Client,
  projectId: string,
  slug: string,
  { variables: names, values }: { variables: string[]; values: Record<string, Record<string, string>> },
): Promise<FeatureRows> {
  const id = newId();
  await client.query(
    `INSERT INTO feature (id, project_id, slug, name, salt) VALUES ($1, $2, $3, $3, 'a1b2c3d4')`,
    [id, projectId, slug],
  );
  const variables: Record<string, string> = {};
  for (const name of names) {
    variables[name] = newId();
    await client.query(
      `INSERT INTO variable (id, feature_id, project_id, slug, type) VALUES ($1, $2, $3, $4, 'json')`,
      [variables[name], id, projectId, name],
    );
  }
  const variations: Record<string, string> = {};
  for (const [position, [name, byVariable]] of Object.entries(values).entries()) {
    variations[name] = newId();
    await client.query(
      `INSERT INTO variation (id, feature_id, slug, name, position) VALUES ($1, $2, $3, $3, $4)`,
      [variations[name], id, name, position],
    );
    for (const [variable, value] of Object.entries(byVariable)) {
      await client.query(
        `INSERT INTO variation_value (variation_id, variable_id, feature_id, value) VALUES ($1, $2, $3, $4)`,
        [variations[name], variables[variable], id, value],
      );
    }
  }
  return { id, variables, variations };
}

export async function setDefault(
  client: Client,
  environmentId: string,
  feature: FeatureRows,
  variable: string,
  variation: string,
): Promise<void> {
  await client.query(
    `INSERT INTO default_variation (environment_id, variable_id, variation_id, feature_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (environment_id, variable_id) DO UPDATE SET variation_id = excluded.variation_id`,
    [environmentId, feature.variables[variable], feature.variations[variation], feature.id],
  );
}

export async function insertTargeting(
  client: Client,
  environmentId: string,
  feature: FeatureRows,
  { isEnabled = true } = {},
): Promise<string> {
  const id = newId();
  await client.query(
    `INSERT INTO targeting (id, feature_id, environment_id, enabled) VALUES ($1, $2, $3, $4)`,
    [id, feature.id, environmentId, isEnabled],
  );
  return id;
}

export interface RuleRows {
  readonly position: number;
  readonly name: string;
  readonly enabled?: boolean;
  readonly any_of?: unknown;
  readonly schedule?: unknown;
  readonly rollout?: unknown;
  readonly bucket_by?: string[];
  /** Variation ids; with weights it is a split. */
  readonly serve: { variation: string; weight?: number }[];
}

export async function insertRule(client: Client, targetingId: string, rule: RuleRows): Promise<void> {
  const id = newId();
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await client.query(
    `INSERT INTO targeting_rule (id, targeting_id, position, name, enabled, any_of, schedule, rollout, bucket_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      targetingId,
      rule.position,
      rule.name,
      rule.enabled ?? true,
      text(rule.any_of ?? []),
      text(rule.schedule),
      text(rule.rollout),
      rule.bucket_by ?? [],
    ],
  );
  for (const [position, { variation, weight }] of rule.serve.entries()) {
    await client.query(
      `INSERT INTO rule_serving (targeting_rule_id, position, variation_id, weight_thousandths)
       VALUES ($1, $2, $3, $4)`,
      [id, position, variation, weight ?? null],
    );
  }
}

export async function insertOverride(
  client: Client,
  environmentId: string,
  feature: FeatureRows,
  userId: string,
  variation: string,
): Promise<void> {
  await client.query(
    `INSERT INTO override (environment_id, feature_id, user_id, variation_id) VALUES ($1, $2, $3, $4)`,
    [environmentId, feature.id, userId, feature.variations[variation]],
  );
}
