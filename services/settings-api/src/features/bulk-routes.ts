import {
  changeFeatures,
  readFeatureIds,
  readFeatures,
  runChange,
  type ChangeTransaction,
  type DryRun,
  type FeatureState,
} from '@bunting/changes';
import type { Role } from '@bunting/changes/organisations';
import { maxEntries, slugSchema, storedSlug } from '@bunting/definitions';
import { storedMetadata } from '@bunting/definitions/metadata';
import { Type } from '@bunting/definitions/type';
import { HttpError } from '@bunting/service';
import { changeContext } from '../framework/change-context.ts';
import {
  answerChanges,
  changesProperties,
  dryRunParameter,
  reportTouches,
  touchesInDryRun,
} from '../framework/dry-run.ts';
import { settingsErrors } from '../framework/errors.ts';
import { route } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { findProtectedServing, requireNoneProtected } from './protected-serving.ts';
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

interface Refused {
  readonly feature: string;
  readonly error: string;
  readonly code: string;
}

export const bulkRoutes = [
  route({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/features/bulk',
    action: 'define',
    summary: 'Change the status or the tags of many features',
    description:
      'One change. Features that the caller may not change, or that do not exist, are left as they are and told in `refused`; all others are changed. With `dry_run` nothing is.',
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
        dry_run: dryRunParameter,
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: Type.Object({
      ...changesProperties,
      ...touchesInDryRun,
      refused: Type.Array(Type.Object({ feature: Type.String(), error: Type.String(), code: Type.String() })),
    }),
    async handle({ organisation, project, role, caller, body }, dependencies) {
      const { features, set, dry_run: dryRun = false } = body;
      const slugs = [...new Set(features.map(storedSlug))];
      let found: DryRun | undefined;
      const onDryRun = (reported: DryRun) => void (found = reported);
      const context = changeContext({ ...dependencies, onDryRun }, caller, { dryRun });
      const { result: refused, recorded } = await runChange(context, async (transaction) => {
        const locked = await lockExistingProject(transaction, organisation, project);
        const ids = await readFeatureIds(transaction, locked);
        const stored = await readFeatures(
          transaction,
          slugs.flatMap((slug) => ids.get(slug) ?? []),
        );
        const wanted = new Map(
          stored.map((before) => [before.slug, { before, after: changed(before, set) }]),
        );
        const { changes, refused: left } = await sortOut(transaction, role, slugs, wanted);
        await changeFeatures(transaction, locked, changes);
        return left;
      });
      const changes = await answerChanges(dryRun, recorded);
      return { body: { ...changes, ...reportTouches(found), refused: [...refused] } };
    },
  }),
];

/** Separates the changes from the refusals. */
async function sortOut(
  transaction: ChangeTransaction,
  role: Role,
  slugs: readonly string[],
  wanted: ReadonlyMap<string, Changed>,
): Promise<{ changes: Changed[]; refused: Refused[] }> {
  const changes: Changed[] = [];
  const refused: Refused[] = [];
  const serving = await findProtectedServing(transaction.client, role, [...wanted.values()]);
  for (const slug of slugs) {
    const change = wanted.get(slug);
    try {
      if (change === undefined) throw settingsErrors.unknown('feature', slug);
      requireFewTags(change.after);
      requireNoneProtected(serving.get(change.before.id));
      changes.push(change);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      refused.push({ feature: slug, error: error.message, code: String(error.code) });
    }
  }
  return { changes, refused };
}

/** Throws 409. */
function requireFewTags({ tags }: FeatureState): void {
  if (tags.length <= maxEntries.tags) return;
  throw settingsErrors.limitReached(`A feature has at most ${maxEntries.tags} tags.`);
}

function changed(
  before: FeatureState,
  { status = before.status, add_tags: added = [], remove_tags: removed = [] }: Wanted,
): FeatureState {
  const without = new Set(removed.map(storedSlug));
  const tags = [...new Set([...before.tags, ...added.map(storedSlug)])].filter((tag) => !without.has(tag));
  return { ...before, ...storedMetadata({ tags }, before), status };
}
