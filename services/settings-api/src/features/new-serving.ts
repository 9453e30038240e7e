import {
  nothingServed,
  readSegmentIds,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
  type ServingChange,
  type ServingState,
} from '@bunting/changes';
import { readEnvironments } from '@bunting/changes/environments';
import type { Role } from '@bunting/changes/organisations';
import { storedSlug, storedTargeting, type ServingInput } from '@bunting/definitions';
import {
  checkDefaults,
  checkOverrides,
  checkTargeting,
  createDuplicateCheck,
  memberPath,
  type Problem,
} from '@bunting/definitions/checks';
import { actionIn, may } from '../framework/access/authorisation.ts';
import { requirePermission } from '../framework/access/require-access.ts';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';

type Inputs = Readonly<Record<string, ServingInput>>;

/**
 * Returns the serving of a new feature in each environment. Throws 400 if it does not fit the feature or the project, and 403 if the caller
 * may not change the serving of one of the environments.
 */
export async function servedFromTheStart(
  transaction: ChangeTransaction,
  { project, role }: { readonly project: ProjectState; readonly role: Role },
  feature: FeatureState,
  inputs: Inputs = {},
): Promise<ServingChange[]> {
  if (Object.keys(inputs).length === 0) return [];
  const environments = new Map(
    (await readEnvironments(transaction, project)).map((environment) => [environment.slug, environment]),
  );
  const segments = new Set((await readSegmentIds(transaction, project)).keys());
  requireNoProblems(problemsOf(inputs, feature, { environments, segments }));
  const changes = Object.entries(inputs).map(([name, input]) => {
    const environment = environments.get(storedSlug(name))!;
    const path = memberPath(memberPath('environments', name), 'targeting');
    return { feature, environment, before: nothingServed, after: toState(input), path };
  });
  const environmentsOf = changes
    .filter(({ after }) => isAnything(after))
    .map(({ environment }) => environment);
  if (environmentsOf.length > 0) requirePermission(role, 'serve');
  const barred = environmentsOf.filter((environment) => !may(role, actionIn('serve', environment)));
  if (barred.length > 0) throw settingsErrors.protects(barred.map(({ slug }) => slug).toSorted());
  return changes;
}

function* problemsOf(
  inputs: Inputs,
  { variables, variations }: FeatureState,
  { environments, segments }: { environments: ReadonlyMap<string, unknown>; segments: ReadonlySet<string> },
): Generator<Problem> {
  const known = {
    variables: new Set(variables.map(({ slug }) => slug)),
    variations: new Set(variations.map(({ slug }) => slug)),
    segments,
  };
  const names = createDuplicateCheck();
  for (const [name, { defaults = {}, targeting, overrides = {} }] of Object.entries(inputs)) {
    const path = memberPath('environments', name);
    if (!environments.has(storedSlug(name)))
      yield { path, message: 'is not an environment of the project', code: 'unknown_reference' };
    yield* names.enter(storedSlug(name), path);
    yield* checkDefaults(defaults, memberPath(path, 'defaults'), known);
    if (targeting) yield* checkTargeting(targeting, memberPath(path, 'targeting'), known);
    yield* checkOverrides(overrides, memberPath(path, 'overrides'), known);
  }
}

function toState({ defaults, targeting, overrides }: ServingInput): ServingState {
  return {
    defaults: pinsOf(defaults, storedSlug),
    targeting: targeting ? storedTargeting(targeting) : null,
    overrides: pinsOf(overrides, (userId) => userId),
  };
}

function pinsOf(
  given: Readonly<Record<string, string | null>> = {},
  toStored: (name: string) => string,
): Map<string, string> {
  const entries = Object.entries(given);
  return new Map(
    entries.flatMap(([name, variation]) =>
      variation === null ? [] : [[toStored(name), storedSlug(variation)] as const],
    ),
  );
}

function isAnything({ defaults, targeting, overrides }: ServingState): boolean {
  return defaults.size > 0 || targeting !== null || overrides.size > 0;
}
