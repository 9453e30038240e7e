import type { ChangeTransaction, FeatureState, ProjectState } from '@bunting/changes';
import {
  maxEntries,
  nullable,
  slugSchema,
  storedSlug,
  variableSchema,
  variationSchema,
} from '@bunting/definitions';
import { checkVariations, createDuplicateCheck, type Problem } from '@bunting/definitions/checks';
import { storedConstraints } from '@bunting/definitions/constraints';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { requireNoProblems } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { lockFeature, writeFeature } from './change-feature.ts';
import { newVariable, newVariation, valuesById } from './new-feature.ts';
import { featureSchema, type FeatureRepresentation } from './representation.ts';
import { requireFreeVariables } from './require-free.ts';
import { requireUnused } from './require-unused.ts';

const was = Type.Optional(
  nullable({
    ...slugSchema,
    description:
      'its current slug; absent = the slug does not change; null = it is new, even if the slug exists',
  }),
);

const wholeSchema = Type.Object(
  {
    variables: Type.Array(
      Type.Object({ ...variableSchema.properties, was }, { additionalProperties: false }),
      { maxItems: maxEntries.variables },
    ),
    variations: Type.Array(
      Type.Object({ ...variationSchema.properties, was }, { additionalProperties: false }),
      { maxItems: maxEntries.variations, description: 'in display order' },
    ),
  },
  { additionalProperties: false },
);

type Whole = Static<typeof wholeSchema>;

export const wholeFeatureRoutes = [
  changeRoute({
    method: 'PUT',
    path: '/organisations/{org}/projects/{project}/features/{feature}',
    action: 'define',
    isProposable: true,
    summary: 'Replace the variables and variations of a feature',
    description:
      'One change with one version and one audit record. Variables and variations that you leave out are deleted; a variation in use returns 409 `in_use`. `was` renames. Other members that you leave out of an existing variable or variation stay the same, except values. Nothing else of the feature changes.',
    body: wholeSchema,
    answer: featureSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { body } = request;
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          requireNoProblems(problemsOf(body, before));
          await requireFreeSlugs(transaction, project, before, body);
          const after = replaced(before, body, project);
          const kept = new Set(after.variations.map(({ id }) => id));
          await requireUnused(
            transaction,
            before.variations.filter(({ id }) => !kept.has(id)),
          );
          return writeFeature(transaction, request, { project, before, after });
        },
        { answer: ({ result }) => ({ body: result as FeatureRepresentation }) },
      );
    },
  }),
];

/** Finds the part of the feature for an entry of the body, by its present slug. Undefined = it is new. */
function partOf<Part extends { readonly slug: string }>(
  parts: readonly Part[],
  { slug, was: now }: { readonly slug: string; readonly was?: string | null },
): Part | undefined {
  if (now === null) return undefined;
  const name = storedSlug(now ?? slug);
  return parts.find((part) => part.slug === name);
}

function* problemsOf({ variables, variations }: Whole, before: FeatureState): Generator<Problem> {
  yield* problemsOfParts('variables', 'variable', variables, before.variables);
  for (const [index, variable] of variables.entries()) {
    const part = partOf(before.variables, variable);
    if (part === undefined || part.type === variable.type) continue;
    const message = `can't change from ${part.type}, because clients depend on it`;
    yield { path: `variables[${index}].type`, message };
  }
  yield* problemsOfParts('variations', 'variation', variations, before.variations);
  yield* checkVariations(variations, variables, 'variations');
}

/** Yields problems of variables that are repeated, names of missing parts, and slugs that are exchanged. */
function* problemsOfParts(
  path: 'variables' | 'variations',
  noun: string,
  given: Whole['variables'] | Whole['variations'],
  parts: readonly { readonly id: string; readonly slug: string }[],
): Generator<Problem> {
  const slugs = createDuplicateCheck();
  const named = createDuplicateCheck();
  const kept = new Map(given.map((entry) => [partOf(parts, entry)?.id, storedSlug(entry.slug)]));
  for (const [index, entry] of given.entries()) {
    const slug = storedSlug(entry.slug);
    const part = partOf(parts, entry);
    // checkVariations finds those of variations.
    if (path === 'variables') yield* slugs.enter(slug, `${path}[${index}].slug`);
    if (part !== undefined) yield* named.enter(part.slug, `${path}[${index}].was`);
    else if (entry.was)
      yield {
        path: `${path}[${index}].was`,
        message: `is not a ${noun} of the feature`,
        code: 'unknown_reference',
      };
    const holder = parts.find((each) => each.slug === slug && each.id !== part?.id);
    // Rows are written one after the other, and no two have the same slug meanwhile.
    if (holder !== undefined && kept.has(holder.id)) {
      const message = `is the slug of another ${noun}: rename that one first`;
      if (kept.get(holder.id) !== slug) yield { path: `${path}[${index}].slug`, message };
    }
  }
}

/** Throws 409 where another feature has a variable of a new slug. */
async function requireFreeSlugs(
  transaction: ChangeTransaction,
  project: ProjectState,
  before: FeatureState,
  { variables }: Whole,
): Promise<void> {
  const own = new Set(before.variables.map(({ slug }) => slug));
  const added = variables.flatMap(({ slug }, index) => {
    const stored = storedSlug(slug);
    return own.has(stored) ? [] : [{ slug: stored, path: `variables[${index}].slug` }];
  });
  const slugs = added.map(({ slug }) => slug);
  await requireFreeVariables(transaction, project, slugs, (index) => added[index]!.path);
}

function replaced(before: FeatureState, body: Whole, project: ProjectState): FeatureState {
  const variables = body.variables.map(({ was: now, ...variable }) => {
    const part = partOf(before.variables, { slug: variable.slug, ...(now !== undefined && { was: now }) });
    if (part === undefined) return newVariable(variable, project);
    const { client = part.client, description = part.description, constraints } = variable;
    return {
      ...part,
      slug: storedSlug(variable.slug),
      client,
      description,
      constraints: constraints === undefined ? part.constraints : storedConstraints(constraints),
    };
  });
  const variations = body.variations.map(({ was: now, ...variation }) => {
    const part = partOf(before.variations, { slug: variation.slug, ...(now !== undefined && { was: now }) });
    if (part === undefined) return newVariation(variation, variables);
    const values = valuesById(variation.values ?? {}, variables);
    return { ...part, slug: storedSlug(variation.slug), name: variation.name ?? part.name, values };
  });
  return { ...before, variables: inOrder(variables, before), variations };
}

/** Variables stand in the order in which they were made, wherever the body names them. */
function inOrder(
  variables: FeatureState['variables'],
  { variables: made }: FeatureState,
): FeatureState['variables'] {
  const indexes = new Map(made.map(({ id }, index) => [id, index]));
  return variables.toSorted(
    (one, other) => (indexes.get(one.id) ?? made.length) - (indexes.get(other.id) ?? made.length),
  );
}
