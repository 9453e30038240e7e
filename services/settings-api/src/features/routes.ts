import { changeFeatures, changeServing } from '@bunting/changes';
import {
  maxEntries,
  nameSchema,
  servingSchema as servingInputSchema,
  slugSchema,
  storedSlug,
  strictRecord,
  variableSchema as variableInputSchema,
  variationSchema as variationInputSchema,
} from '@bunting/definitions';
import { checkVariations, createDuplicateCheck, type Problem } from '@bunting/definitions/checks';
import { checkMetadata, metadataProperties, storedMetadata } from '@bunting/definitions/metadata';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { lockFeature, writeFeature } from './change-feature.ts';
import { newFeature, type NewFeatureInput } from './new-feature.ts';
import { readFeatureRepresentation } from './queries.ts';
import { featureSchema, visibleStatuses, type FeatureRepresentation } from './representation.ts';
import { servedFromTheStart } from './new-serving.ts';
import { requireFreeFeature, requireFreeVariables } from './require-free.ts';

const path = '/organisations/{org}/projects/{project}/features';

const descriptionSchema = Type.String({ maxLength: 10_000 });

function* checkFeature(feature: NewFeatureInput): Generator<Problem> {
  const { variables = [], variations = [] } = feature;
  yield* checkMetadata(feature, '');
  const slugs = createDuplicateCheck();
  for (const [index, { slug }] of variables.entries()) {
    yield* slugs.enter(storedSlug(slug), `variables[${index}].slug`);
  }
  yield* checkVariations(variations, variables, 'variations');
}

export const featureRoutes = [
  changeRoute({
    method: 'POST',
    path,
    action: 'define',
    isProposable: true,
    summary: 'Create a feature',
    description:
      'Every variation has a value for every variable. The feature is live. `environments` sets its targeting and defaults in the same change, for which you need the permission to change these environments.',
    body: Type.Object(
      {
        slug: slugSchema,
        name: Type.Optional(nameSchema),
        description: Type.Optional(descriptionSchema),
        ...metadataProperties,
        variables: Type.Optional(Type.Array(variableInputSchema, { maxItems: maxEntries.variables })),
        variations: Type.Optional(Type.Array(variationInputSchema, { maxItems: maxEntries.variations })),
        environments: Type.Optional(strictRecord(servingInputSchema, maxEntries.environments)),
      },
      { additionalProperties: false },
    ),
    status: 201,
    answer: featureSchema,
    hasETag: true,
    async handle({ organisation, project, role, body }, { change }) {
      requireNoProblems(checkFeature(body));
      return change(
        async (transaction) => {
          const locked = await lockExistingProject(transaction, organisation, project);
          const after = newFeature(body, locked);
          await requireFreeFeature(transaction, locked, after.slug);
          const slugs = after.variables.map(({ slug }) => slug);
          await requireFreeVariables(transaction, locked, slugs, (index) => `variables[${index}].slug`);
          const served = await servedFromTheStart(
            transaction,
            { project: locked, role },
            after,
            body.environments,
          );
          await changeFeatures(transaction, locked, [{ after }]);
          await changeServing(transaction, locked, served);
          return readFeatureRepresentation(transaction.client, after.id);
        },
        { answer: ({ result }) => ({ body: result as FeatureRepresentation }) },
      );
    },
  }),

  readRoute({
    path: `${path}/{feature}`,
    summary: 'Read a feature',
    answer: featureSchema,
    hasETag: true,
    async handle({ featureId, params }, { pool }) {
      const body = await readFeatureRepresentation(pool, featureId);
      if (body === undefined) throw settingsErrors.unknown('feature', params.feature);
      return { body };
    },
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{feature}`,
    action: 'define',
    isProposable: true,
    summary: 'Update a feature',
    description:
      'Members that you leave out stay the same; lists are replaced as a whole. If you cannot change protected environments, you cannot change the slug or status of a feature that they serve.',
    body: Type.Object(
      {
        slug: Type.Optional(slugSchema),
        name: Type.Optional(nameSchema),
        description: Type.Optional(descriptionSchema),
        status: Type.Optional(stringEnum(visibleStatuses)),
        ...metadataProperties,
      },
      { additionalProperties: false },
    ),
    answer: featureSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { body } = request;
      requireNoProblems(checkMetadata(body, ''));
      return change(
        async (transaction) => {
          const { project, before } = await lockFeature(transaction, request);
          const { name = before.name, description = before.description, status = before.status } = body;
          const slug = body.slug === undefined ? before.slug : storedSlug(body.slug);
          if (slug !== before.slug) await requireFreeFeature(transaction, project, slug);
          const metadata = storedMetadata(body, before);
          const after = { ...before, slug, name, description, status, ...metadata };
          return writeFeature(transaction, request, { project, before, after });
        },
        { answer: ({ result }) => ({ body: result as FeatureRepresentation }) },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{feature}`,
    action: 'define',
    isProposable: true,
    summary: 'Delete a feature and its targeting',
    description:
      'Its slug and the slugs of its variables become available again. If you cannot change protected environments, you cannot delete a feature that they serve.',
    handle: (request, { change }) =>
      change(async (transaction) => {
        const { project, before } = await lockFeature(transaction, request);
        await writeFeature(transaction, request, { project, before });
      }),
  }),
];
