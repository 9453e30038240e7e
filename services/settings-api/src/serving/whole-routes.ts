import { changeServing, readSegmentIds, runChange, type ChangeTransaction } from '@bunting/changes';
import {
  defaultsSchema,
  nullable,
  rulesSchema,
  storedSlug,
  storedTargeting,
  type TargetingInput,
} from '@bunting/definitions';
import {
  bothOf,
  checkDefaults,
  checkTargeting,
  wellShapedPaths,
  type Problem,
} from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { differenceSchema, listDifferences } from '../audit-log/differences.ts';
import { changeContext } from '../framework/change-context.ts';
import { requireNoProblems } from '../framework/errors.ts';
import { querySchema } from '../framework/http/query.ts';
import { route } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion, type LockedServing } from './lock-serving.ts';
import { servingSchema } from './representation.ts';

interface WholeInput {
  readonly targeting: TargetingInput | null;
  readonly defaults: Readonly<Record<string, string | null>>;
}

/** Both are required: leaving one out could mean to keep it or to remove it. */
const wholeSchema = Type.Object(
  {
    targeting: Type.Unsafe<TargetingInput | null>(
      nullable(Type.Object({ enabled: Type.Boolean(), rules: rulesSchema }, { additionalProperties: false })),
    ),
    defaults: defaultsSchema,
  },
  { additionalProperties: false },
);

const dryRunSchema = Type.Object({
  dry_run: Type.Unsafe<true>({ type: 'boolean', const: true }),
  changes: Type.Array(differenceSchema, {
    description: 'as far as they fit 1 MiB; then how many more there are',
  }),
  touches: Type.Array(
    Type.Object({ environment: Type.String(), protected: Type.Boolean(), feature: Type.String() }),
    { description: 'where something else would be served' },
  ),
});

export const wholeServingRoutes = [
  route({
    method: 'PUT',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}',
    action: 'serve',
    summary: 'Replace targeting and defaults of a feature in an environment',
    description:
      'One change with one version; targeting and defaults have an audit record each where they differ. `"targeting": null` removes the targeting object; a variable that `defaults` does not name has none afterwards. Overrides stay.',
    query: querySchema({
      dry_run: Type.Optional(Type.Boolean({ description: 'true = show the differences and change nothing' })),
    }),
    body: wholeSchema,
    validatesItself: true,
    status: 200,
    answer: Type.Union([servingSchema, dryRunSchema]),
    hasETag: true,
    async handle(request, dependencies) {
      const { environment, caller, body, problems, query } = request;
      const dryRun = query.dry_run ?? false;
      const made = await runChange(changeContext(dependencies, caller, { dryRun }), async (transaction) => {
        const serving = await lockServing(transaction, request);
        requireNoProblems(await wholeProblems(transaction, serving, body, problems));
        const { targeting, defaults } = body;
        const after = {
          ...serving.before,
          targeting: targeting === null ? null : storedTargeting(targeting),
          defaults: new Map(
            Object.entries(defaults).flatMap(([variable, variation]) =>
              variation === null ? [] : [[storedSlug(variable), storedSlug(variation)] as const],
            ),
          ),
        };
        await changeServing(transaction, serving.project, [{ ...serving, after }]);
        return { serving, representation: await readChangedServing(transaction, serving) };
      });
      if (!dryRun) {
        const { representation: result } = made.result;
        return { body: withPublishedVersion({ ...made, result }, environment) };
      }
      const changes = await listDifferences(made.recorded);
      const { feature, environment: touched } = made.result.serving;
      const touches =
        changes.length === 0
          ? []
          : [{ environment: touched.slug, protected: touched.protected, feature: feature.slug }];
      return { body: { dry_run: true as const, changes, touches } };
    },
  }),
];

/** Problems with the shape of the body, and with the parts whose shape is right. */
async function wholeProblems(
  transaction: ChangeTransaction,
  { project, feature }: LockedServing,
  { targeting, defaults }: WholeInput,
  shapeProblems: readonly Problem[],
): Promise<Iterable<Problem>> {
  const variables = new Set(feature.variables.map(({ slug }) => slug));
  const variations = new Set(feature.variations.map(({ slug }) => slug));
  const segments = new Set((await readSegmentIds(transaction, project)).keys());
  const isWellShaped = wellShapedPaths(shapeProblems);
  function* ofBoth(): Generator<Problem> {
    if (typeof targeting === 'object' && targeting !== null) {
      yield* checkTargeting(targeting, 'targeting', { variations, segments }, isWellShaped);
    }
    if (typeof defaults === 'object')
      yield* checkDefaults(defaults, 'defaults', { variables, variations }, isWellShaped);
  }
  return bothOf(shapeProblems, ofBoth());
}
