import { readSegmentIds } from '@bunting/changes';
import {
  defaultsSchema,
  nullable,
  storedSlug,
  storedTargeting,
  type TargetingInput,
} from '@bunting/definitions';
import { checkDefaults, checkTargeting, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import type { DatafileFragment } from '@bunting/evaluator';
import type { FeatureFragment, TargetingDefinition } from '@bunting/evaluator/definition';
import type { Pool } from 'pg';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { readFragmentsOfAll, readSegmentFragments } from './fragments.ts';
import { wholeTargetingSchema } from './whole-schema.ts';

export interface AsIf {
  readonly targeting?: TargetingInput | null | undefined;
  readonly defaults?: Readonly<Record<string, string | null>> | undefined;
}

/** The hypothetical serving, as a PUT would write it. */
export const asIfSchema = Type.Unsafe<AsIf>({
  ...Type.Object(
    {
      targeting: Type.Optional(nullable(wholeTargetingSchema)),
      defaults: Type.Optional(defaultsSchema),
    },
    { title: 'AsIf', additionalProperties: false },
  ),
  description: 'evaluates as if this were saved; members that you leave out stay the same',
});

/**
 * Returns the fragments of a feature as they would be with other targeting and defaults. Throws 400 for a body that a PUT would
 * refuse, and 409 for a feature that is too long for evaluators.
 */
export async function asIfSaved(
  pool: Pool,
  {
    project,
    environment,
  }: { readonly project: { readonly id: string }; readonly environment: { readonly id: string } },
  fragments: readonly DatafileFragment[],
  { targeting, defaults }: AsIf,
): Promise<readonly DatafileFragment[]> {
  const feature = fragments.find(({ kind }) => kind === 'feature');
  const document = feature?.document as FeatureFragment | null | undefined;
  if (feature === undefined || (targeting === undefined && defaults === undefined)) return fragments;
  if (!document) throw settingsErrors.limitReached(tooLong);
  const segmentIds = targeting ? await readSegmentIds({ client: pool }, project) : new Map<string, string>();
  const stored = targeting === undefined ? document.targeting : targeting && storedTargeting(targeting);
  const named = (stored?.prerequisites ?? []).map(({ variable }) => variable);
  const dependencies = targeting
    ? await readFragmentsOfAll(pool, project, environment, named)
    : fragments.filter(({ kind, id }) => kind === 'feature' && id !== feature.id);
  requireNoProblems(problemsOf(document, { targeting, defaults }, new Set(segmentIds.keys()), dependencies));
  const changed: FeatureFragment = {
    ...document,
    targeting: stored,
    variables: document.variables.map((variable) => ({
      ...variable,
      default_variation: defaultOf(variable, defaults),
    })),
  };
  const known = fragments.filter(({ kind }) => kind === 'segment');
  const wanted = segmentsIn(stored).flatMap((slug) => segmentIds.get(slug) ?? []);
  const segments = targeting ? await readSegmentFragments(pool, environment, wanted) : known;
  const others = dependencies.filter(
    ({ id }) => id !== feature.id && segments.every((each) => each.id !== id),
  );
  return [{ kind: 'feature', id: feature.id, document: changed }, ...others, ...segments];
}

const tooLong = 'The feature is too large to be evaluated, so nothing would be served.';

function* problemsOf(
  { variables, variations }: FeatureFragment,
  { targeting, defaults }: AsIf,
  segments: ReadonlySet<string>,
  dependencies: readonly DatafileFragment[],
): Generator<Problem> {
  const known = {
    variables: new Set(variables.map(({ slug }) => slug)),
    variations: new Set(variations.map(({ slug }) => slug)),
    segments,
  };
  if (targeting) {
    yield* checkTargeting(targeting, 'as_if.targeting', known, () => true);
    for (const [index, { variable }] of (targeting.prerequisites ?? []).entries()) {
      if (dependencies.some((fragment) => hasVariable(fragment, storedSlug(variable)))) continue;
      const path = `as_if.targeting.prerequisites[${index}].variable`;
      yield { path, message: `is the unknown variable ${variable}`, code: 'unknown_reference' };
    }
  }
  if (defaults !== undefined) yield* checkDefaults(defaults, 'as_if.defaults', known, () => true);
}

function hasVariable({ kind, document }: DatafileFragment, slug: string): boolean {
  const { variables = [] } = (kind === 'feature' ? (document ?? {}) : {}) as Partial<FeatureFragment>;
  return variables.some((variable) => variable.slug === slug);
}

type Variable = FeatureFragment['variables'][number];

function defaultOf({ slug, default_variation: stored }: Variable, defaults: AsIf['defaults']): string | null {
  const given = Object.entries(defaults ?? {}).find(([name]) => storedSlug(name) === slug);
  if (given === undefined) return stored;
  return given[1] === null ? null : storedSlug(given[1]);
}

function segmentsIn(targeting: TargetingDefinition | null): string[] {
  const conditions = (targeting?.rules ?? []).flatMap((rule) =>
    rule.any_of.flatMap(({ all_of: all }) => all),
  );
  const named = conditions.flatMap(({ property, values = [] }) => (property === 'segment' ? values : []));
  return [...new Set(named.map((slug) => storedSlug(`${slug}`)))];
}
