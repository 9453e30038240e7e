import {
  changeFeatures,
  checkVariations,
  createRegister,
  mostEntries,
  nameSchema,
  slugSchema,
  storedSlug,
  variableSchema as variableInputSchema,
  variationSchema as variationInputSchema,
} from '@bunting/changes';
import type { Problem } from '@bunting/changes';
import { Type } from 'typebox';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { changeFeature, holdProject, requireNone } from '../features/change-feature.ts';
import {
  featureSchema,
  listedFeatureSchema,
  readFeatureRepresentation,
  visibleStatuses,
} from '../features/feature-representation.ts';
import type { FeatureRepresentation } from '../features/feature-representation.ts';
import { requireFreeFeature, requireFreeVariables } from '../features/free-slugs.ts';
import { listFeatures } from '../features/list-features.ts';
import { newFeature } from '../features/new-feature.ts';
import type { NewFeatureInput } from '../features/new-feature.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { route } from '../route.ts';
import { withTimes } from '../times.ts';
import { wordsOf } from '../words-of.ts';

const path = '/organisations/{org}/projects/{project}/features';

const descriptionSchema = Type.String({ maxLength: 10_000 });

function* checkFeature({ variables = [], variations = [] }: NewFeatureInput): Generator<Problem> {
  const slugs = createRegister();
  for (const [index, { slug }] of variables.entries()) {
    yield* slugs.enter(storedSlug(slug), `variables[${index}].slug`);
  }
  yield* checkVariations(variations, variables, 'variations');
}

export const featureRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the features of a project',
    query: pageQuery({
      status: Type.Optional(wordsOf(visibleStatuses)),
      text: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'part of a slug, a name, a description or a slug of a variable',
        }),
      ),
    }),
    status: 200,
    answer: pageOf(listedFeatureSchema),
    async handle({ project, query: { limit, cursor, ...filter } }, { pool }) {
      const after = readCursor(cursor) ?? '';
      const { rows, isCut } = await listFeatures(pool, project, filter, { after, limit: limit + 1 });
      return { body: toPage(rows, limit, ({ slug }) => slug, withTimes, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'define',
    summary: 'Create a feature',
    description: 'Every variation gives every variable a value. A feature is created live.',
    body: Type.Object(
      {
        slug: slugSchema,
        name: Type.Optional(nameSchema),
        description: Type.Optional(descriptionSchema),
        variables: Type.Optional(Type.Array(variableInputSchema, { maxItems: mostEntries.variables })),
        variations: Type.Optional(Type.Array(variationInputSchema, { maxItems: mostEntries.variations })),
      },
      { additionalProperties: false },
    ),
    status: 201,
    answer: featureSchema,
    hasETag: true,
    async handle({ organisation, project, caller, body }, dependencies) {
      requireNone(checkFeature(body));
      const after = newFeature(body);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const held = await holdProject(transaction, organisation, project);
        await requireFreeFeature(transaction, held, after.slug);
        const slugs = after.variables.map(({ slug }) => slug);
        await requireFreeVariables(transaction, held, slugs, (index) => `variables[${index}].slug`);
        await changeFeatures(transaction, held, [{ after }]);
        return readFeatureRepresentation(transaction.client, after.id);
      });
      return { body: result as FeatureRepresentation };
    },
  }),

  route({
    method: 'GET',
    path: `${path}/{feature}`,
    action: 'read',
    summary: 'Read a feature',
    status: 200,
    answer: featureSchema,
    hasETag: true,
    async handle({ featureId, params }, { pool }) {
      const body = await readFeatureRepresentation(pool, featureId);
      if (body === undefined) throw settingsErrors.unknown('feature', params.feature);
      return { body };
    },
  }),

  route({
    method: 'PATCH',
    path: `${path}/{feature}`,
    action: 'define',
    summary: 'Change the slug, the name, the description or the status of a feature',
    description:
      'Whoever may not change what is served in protected environments may change neither slug nor status of a feature ' +
      'that serves anything there.',
    body: Type.Object(
      {
        slug: Type.Optional(slugSchema),
        name: Type.Optional(nameSchema),
        description: Type.Optional(descriptionSchema),
        status: Type.Optional(wordsOf(visibleStatuses)),
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: featureSchema,
    hasETag: true,
    async handle(request, dependencies) {
      const { body } = request;
      const changed = await changeFeature(request, dependencies, async (before, transaction, project) => {
        const slug = body.slug === undefined ? before.slug : storedSlug(body.slug);
        if (slug !== before.slug) await requireFreeFeature(transaction, project, slug);
        return { ...before, ...body, slug };
      });
      return { body: changed as FeatureRepresentation };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{feature}`,
    action: 'define',
    summary: 'Delete a feature with all that is served of it',
    description:
      'Its slug and those of its variables are free again. Whoever may not change what is served in protected ' +
      'environments may not delete a feature that serves anything there.',
    status: 204,
    async handle(request, dependencies) {
      await changeFeature(request, dependencies, async () => undefined);
      return { body: undefined };
    },
  }),
];
