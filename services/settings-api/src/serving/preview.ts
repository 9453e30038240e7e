import {
  compileFragments,
  createDatafile,
  createInternPool,
  evaluateUncounted,
  readContext,
  type Datafile,
  type DatafileFragment,
  type EvaluationContext,
} from '@bunting/evaluator';
import type { FeatureFragment, RuleDefinition, TargetingDefinition } from '@bunting/evaluator/definition';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of very many rules the first are counted: each is evaluated alone, for every user. */
export const countedRules = 100;
/** How long other requests may wait. */
const sliceMs = 5;

export interface RuleCount {
  readonly name: string;
  /** How many users meet its conditions, also those whom an earlier rule serves. */
  readonly matched: number;
  /** How many users it decides for. */
  readonly served: number;
}

export interface Preview {
  readonly before: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
  readonly rules: RuleCount[];
  readonly moved: { index: number; from: string | null; to: string | null }[];
}

/** Where nothing is served: no variation has an empty slug. */
const nothing = '';

/** Counts what some users get of a variable now, and what they would get. Evaluates in slices, between which other requests are answered. */
export async function previewUsers(
  { before, after }: { before: readonly DatafileFragment[]; after: readonly DatafileFragment[] },
  key: string,
  users: readonly (object | null)[],
  now: number,
): Promise<Preview> {
  const [was, is] = [datafileOf(before), datafileOf(after)];
  const rules = rulesOf(after, key);
  const counts = { before: new Map<string, number>(), after: new Map<string, number>() };
  const counted = rules.map(({ name }) => ({ name, matched: 0, served: 0 }));
  const moved: Preview['moved'] = [];
  let began = performance.now();
  for (const [index, user] of users.entries()) {
    const context = readContext(user);
    const [from, to] = [was, is].map((datafile) => evaluateUncounted(datafile, key, context, now));
    add(counts.before, from!.variation);
    add(counts.after, to!.variation);
    if (from!.variation !== to!.variation) moved.push({ index, from: from!.variation, to: to!.variation });
    countRules(rules, counted, context, {
      key,
      now,
      isDecidedByRule: to!.reason === 'targeting_rule_matched',
    });
    if (performance.now() - began > sliceMs) {
      await nextTurn();
      began = performance.now();
    }
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

interface LoneRule {
  readonly name: string;
  /** A feature with this rule alone. */
  readonly served: Datafile;
  /** The same with all its conditions, for everybody who meets them and at all times. */
  readonly matched: Datafile;
}

/** Each of the first rules in a feature of its own, with the salt of the whole. */
function rulesOf(fragments: readonly DatafileFragment[], key: string): LoneRule[] {
  const feature = fragments.find(({ kind }) => kind === 'feature');
  const document = feature?.document as FeatureFragment | null | undefined;
  if (feature === undefined || !document || document.targeting === null) return [];
  const segments = fragments.filter(({ kind }) => kind === 'segment');
  const [variation] = document.variations;
  if (variation === undefined || document.variables.every(({ slug }) => slug !== key)) return [];
  const alone = (rule: RuleDefinition): Datafile => {
    const targeting: TargetingDefinition = { enabled: true, rules: [rule] };
    const lone: FeatureFragment = { ...document, status: 'live', targeting, overrides: {} };
    return datafileOf([{ kind: 'feature', id: feature.id, document: lone }, ...segments]);
  };
  return document.targeting.rules.slice(0, countedRules).map((rule) => ({
    name: rule.name,
    served: alone(rule),
    matched: alone({ name: '', enabled: true, any_of: rule.any_of, serve: { variation: variation.slug } }),
  }));
}

function countRules(
  rules: readonly LoneRule[],
  counted: { matched: number; served: number }[],
  context: EvaluationContext,
  { key, now, isDecidedByRule }: { key: string; now: number; isDecidedByRule: boolean },
): void {
  let isDecided = !isDecidedByRule;
  const holds = (datafile: Datafile) =>
    evaluateUncounted(datafile, key, context, now).reason === 'targeting_rule_matched';
  for (const [index, { served, matched }] of rules.entries()) {
    if (!holds(matched)) continue;
    counted[index]!.matched += 1;
    if (isDecided || !holds(served)) continue;
    counted[index]!.served += 1;
    isDecided = true;
  }
}

function datafileOf(fragments: readonly DatafileFragment[]): Datafile {
  const datafile = createDatafile();
  datafile.apply(compileFragments(fragments, createInternPool()));
  return datafile;
}
