import {
  changeFeatures,
  readFeatureIds,
  readFeatures,
  type ChangeTransaction,
  type FeatureState,
} from '@bunting/changes';
import type { Role } from '@bunting/changes/organisations';
import { maxEntries, slugSchema, storedSlug } from '@bunting/definitions';
import { storedMetadata } from '@bunting/definitions/metadata';
import type { Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import type { HttpError } from '@bunting/service';
import { dryRunAlias } from '../framework/dry-run.ts';
import { settingsErrors } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { findProtectedServing, protectedRefusal } from './protected-serving.ts';
import { visibleStatuses } from './representation.ts';

const tagsSchema = Type.Array(slugSchema, { minItems: 1, maxItems: maxEntries.tags });

interface Wanted {
  readonly status?: (typeof visibleStatuses)[number];
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

interface Changed {
  readonly before: FeatureState;
  readonly after: FeatureState;
}

export const bulkRoutes = [
  changeRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/features/bulk',
    action: 'define',
    summary: 'Change the status or tags of several features',
    description:
      'One change. Features that do not exist, or that you cannot change, are listed in `refused`; all others are changed. With `dry_run`, nothing is.',
    body: Type.Object(
      {
        features: Type.Array(slugSchema, { minItems: 1, maxItems: 500 }),
        set: Type.Object(
          {
            status: Type.Optional(stringEnum(visibleStatuses)),
            add_tags: Type.Optional(tagsSchema),
            remove_tags: Type.Optional(tagsSchema),
          },
          { additionalProperties: false, minProperties: 1 },
        ),
        dry_run: dryRunAlias,
      },
      { additionalProperties: false },
    ),
    answersChanges: true,
    answer: Type.Object({
      refused: Type.Array(Type.Object({ feature: Type.String(), error: Type.String(), code: Type.String() })),
    }),
    async handle({ organisation, project, role, body: { features, set } }, { change }) {
      const slugs = [...new Set(features.map(storedSlug))];
      return change(async (transaction) => {
        const locked = await lockExistingProject(transaction, organisation, project);
        const ids = await readFeatureIds(transaction, locked);
        const stored = await readFeatures(
          transaction,
          slugs.flatMap((slug) => ids.get(slug) ?? []),
        );
        const changes = stored.map((before) => ({ before, after: changed(before, set) }));
        const refusals = await findRefusals(transaction, role, slugs, changes);
        await changeFeatures(
          transaction,
          locked,
          changes.filter(({ before }) => !refusals.has(before.slug)),
        );
        return { refused: [...refusals].map(([feature, refusal]) => toRefused(feature, refusal)) };
      });
    },
  }),
];

/** Finds why features cannot be changed, by their slugs: they do not exist, they would have too many tags, or protected environments serve them. */
async function findRefusals(
  { client }: ChangeTransaction,
  role: Role,
  slugs: readonly string[],
  changes: readonly Changed[],
): Promise<Map<string, HttpError>> {
  const serving = await findProtectedServing(client, role, changes);
  const dependents = await findDependents(client, changes);
  const bySlug = new Map(changes.map((change) => [change.before.slug, change]));
  const refusals = new Map<string, HttpError>();
  for (const slug of slugs) {
    const refusal = refusalOf(slug, bySlug.get(slug), serving, dependents);
    if (refusal !== undefined) refusals.set(slug, refusal);
  }
  return refusals;
}

function refusalOf(
  slug: string,
  change: Changed | undefined,
  serving: ReadonlyMap<string, readonly string[]>,
  dependents: ReadonlyMap<string, readonly Problem[]>,
): HttpError | undefined {
  if (change === undefined) return settingsErrors.unknown('feature', slug);
  if (change.after.tags.length > maxEntries.tags) return tooManyTags;
  const holders = dependents.get(change.before.id);
  if (holders !== undefined) return settingsErrors.inUse({ kind: 'feature', slug }, holders);
  return protectedRefusal(serving.get(change.before.id));
}

/** Finds, by feature, the prerequisites that name a feature which would be archived, unless their own feature is archived, too. */
async function findDependents(
  client: ChangeTransaction['client'],
  changes: readonly Changed[],
): Promise<Map<string, readonly Problem[]>> {
  const archived = changes.filter(({ after }) => after.status === 'archived').map(({ before }) => before.id);
  if (archived.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; messages: readonly string[] }>(
    `SELECT variable.feature_id AS id,
       array_agg(DISTINCT environment.slug || ': prerequisite of ' || dependent.slug) AS messages
     FROM variable JOIN targeting_prerequisite ON variable_id = variable.id
     JOIN targeting ON targeting.id = targeting_id JOIN environment ON environment.id = environment_id
     JOIN feature dependent ON dependent.id = targeting.feature_id
     WHERE variable.feature_id = ANY($1) AND dependent.status <> 'archived' AND dependent.id <> ALL($1)
     GROUP BY variable.feature_id`,
    [archived],
  );
  return new Map(
    rows.map(({ id, messages }) => [id, messages.map((message) => ({ path: '', message, code: 'in_use' }))]),
  );
}

const tooManyTags = settingsErrors.limitReached(`A feature can have at most ${maxEntries.tags} tags.`);

function toRefused(feature: string, { message, code }: HttpError) {
  return { feature, error: message, code: String(code) };
}

function changed(
  before: FeatureState,
  { status = before.status, add_tags: added = [], remove_tags: removed = [] }: Wanted,
): FeatureState {
  const without = new Set(removed.map(storedSlug));
  const tags = [...new Set([...before.tags, ...added.map(storedSlug)])].filter((tag) => !without.has(tag));
  return { ...before, ...storedMetadata({ tags }, before), status };
}
