import { createPause, runInSlices, type Pause } from '@bunting/async';
import {
  compileInSteps,
  createDatafile,
  createInternPool,
  evaluateUncounted,
  limits,
  measureFeature,
  measureSegment,
  readContext,
  type CompiledFragments,
  type Datafile,
  type DatafileFragment,
  type EvaluationContext,
} from '@bunting/evaluator';
import type {
  FeatureFragment,
  RuleDefinition,
  SegmentFragment,
  TargetingDefinition,
} from '@bunting/evaluator/definition';

/** Only the first of very many rules are counted: each is evaluated separately, for every user. */
export const countedRules = 100;
/** Number of users listed of those who meet the conditions of a rule. */
export const maxMatches = 20;

export interface RuleCount {
  readonly name: string;
  /** Number of users who meet its conditions, including those whom an earlier rule serves. */
  readonly matched: number;
  /** Number of users it decides for. */
  readonly served: number;
  /** The first users that meet its conditions, by their places. */
  readonly matches: number[];
}

export interface Preview {
  readonly before: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
  readonly rules: RuleCount[];
  readonly moved: { index: number; from: string | null; to: string | null }[];
}

/** Nanoseconds of processor time, at worst, of all evaluations of a preview. */
const maxWork = 1_000_000_000;

/** Returns how many users a preview of this feature may have, by what evaluating one costs at worst: now, as if saved, and twice rule by rule. */
export function maxPreviewUsers({ before, after }: Fragments): number {
  return Math.floor(maxWork / (worstCostOf(before) + 3 * worstCostOf(after)));
}

function worstCostOf(fragments: readonly DatafileFragment[]): number {
  const costs = new Map<string, number>();
  for (const { kind, document } of fragments) {
    const { slug } = (document ?? {}) as Partial<SegmentFragment>;
    if (kind === 'segment' && slug !== undefined) costs.set(slug, measureSegment(document).cost);
  }
  let worst = 0;
  // The feature, and those that its prerequisites lead to.
  for (const { kind, document } of fragments) {
    if (kind !== 'feature') continue;
    const { cost } = measureFeature(document, (slug) => costs.get(slug));
    // A rule beyond the limit matches nobody and costs nothing.
    worst += Math.min(cost, limits.featureCost);
  }
  return worst;
}

interface Fragments {
  readonly before: readonly DatafileFragment[];
  readonly after: readonly DatafileFragment[];
}

/** The slug for users who get nothing: no variation has an empty slug. */
const nothing = '';

/** Counts what some users get of a variable now, and what they would get. Compiles and evaluates in slices, between which other requests are answered. */
export async function previewUsers(
  { before, after }: Fragments,
  key: string,
  users: readonly (object | null)[],
  now: number,
): Promise<Preview> {
  const pause = createPause();
  const internPool = createInternPool();
  const compile = (fragment: DatafileFragment) => runInSlices(compileInSteps(fragment, internPool), pause);
  const was = datafileOf(await inOrder(before, compile));
  const compiled = await inOrder(after, compile);
  const is = datafileOf(compiled);
  // The segments of all rules are compiled once.
  const segments = compiled.filter(({ kind }) => kind === 'segment');
  const aloneOf = async (feature: DatafileFragment) => datafileOf([await compile(feature), ...segments]);
  const rules = await inOrder(loneRulesOf(after, key), async ({ name, served, matched }) => ({
    name,
    served: await aloneOf(served),
    matched: await aloneOf(matched),
  }));
  const counts = { before: new Map<string, number>(), after: new Map<string, number>() };
  const counted = rules.map(({ name }) => ({ name, matched: 0, served: 0, matches: [] as number[] }));
  const moved: Preview['moved'] = [];
  for (const [index, user] of users.entries()) {
    await pause();
    const context = readContext(user);
    const [from, to] = [was, is].map((datafile) => evaluateUncounted(datafile, key, context, now));
    add(counts.before, from!.variation);
    add(counts.after, to!.variation);
    if (from!.variation !== to!.variation) moved.push({ index, from: from!.variation, to: to!.variation });
    const isDecidedByRule = to!.reason === 'targeting_rule_matched';
    await countRules(rules, counted, context, { index, key, now, isDecidedByRule, pause });
  }
  return {
    before: Object.fromEntries(counts.before),
    after: Object.fromEntries(counts.after),
    rules: counted,
    moved,
  };
}

function add(counts: Map<string, number>, variation: string | null): void {
  const name = variation ?? nothing;
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Works through a list in order, because all share one turn. */
async function inOrder<From, To>(list: readonly From[], work: (each: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (const each of list) done.push(await work(each));
  return done;
}

interface LoneRule<Form> {
  readonly name: string;
  /** A feature with this rule alone. */
  readonly served: Form;
  /** The same with all its conditions, for everybody who meets them and at all times. */
  readonly matched: Form;
}

/**
 * Returns a feature for each of the first rules, with the salt of the original and without values, which decide nothing.
 */
function loneRulesOf(fragments: readonly DatafileFragment[], key: string): LoneRule<DatafileFragment>[] {
  const feature = fragments.find(({ kind }) => kind === 'feature');
  const document = feature?.document as FeatureFragment | null | undefined;
  if (feature === undefined || !document || document.targeting === null) return [];
  const variables = document.variables.filter(({ slug }) => slug === key);
  const variations = document.variations.map((variation) => ({ ...variation, values: [] }));
  const [variation] = variations;
  if (variation === undefined || variables.length === 0) return [];
  const alone = (rule: RuleDefinition): DatafileFragment => {
    const targeting: TargetingDefinition = { enabled: true, rules: [rule] };
    const lone = { ...document, variables, variations, status: 'live', targeting, overrides: {} } as const;
    return { kind: 'feature', id: feature.id, document: lone };
  };
  return document.targeting.rules.slice(0, countedRules).map((rule) => ({
    name: rule.name,
    served: alone(rule),
    matched: alone({ name: '', enabled: true, any_of: rule.any_of, serve: { variation: variation.slug } }),
  }));
}

async function countRules(
  rules: readonly LoneRule<Datafile>[],
  counted: { matched: number; served: number; matches: number[] }[],
  context: EvaluationContext,
  {
    index: user,
    key,
    now,
    isDecidedByRule,
    pause,
  }: { index: number; key: string; now: number; isDecidedByRule: boolean; pause: Pause },
): Promise<void> {
  let isDecided = !isDecidedByRule;
  const holds = (datafile: Datafile) =>
    evaluateUncounted(datafile, key, context, now).reason === 'targeting_rule_matched';
  for (const [index, { served, matched }] of rules.entries()) {
    // The first evaluation of each rule compiles it.
    await pause();
    if (!holds(matched)) continue;
    const rule = counted[index]!;
    rule.matched += 1;
    if (rule.matches.length < maxMatches) rule.matches.push(user);
    if (isDecided || !holds(served)) continue;
    rule.served += 1;
    isDecided = true;
  }
}

function datafileOf(compiled: CompiledFragments): Datafile {
  const datafile = createDatafile();
  datafile.apply(compiled);
  return datafile;
}
