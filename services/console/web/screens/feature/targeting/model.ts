/** The targeting document of a feature in an environment, and its edits. Pure: nothing is changed in place. */
import type { Prerequisite, Rule, Share, Targeting } from '../../../api/types.ts';
import type { Stage } from '../../../flags/rollout/rollout.ts';
import { createRuleId } from './rule-id.ts';

export interface Document {
  readonly targeting: Targeting | null;
  readonly defaults: Readonly<Record<string, string | null>>;
}

/** Converts the server's targeting to an editable document. */
export function toDocument(serving: {
  targeting: unknown;
  defaults: Readonly<Record<string, string | null>>;
}): Document {
  const given = serving.targeting as Partial<Targeting> | null;
  if (given === null) return { targeting: null, defaults: serving.defaults };
  const { enabled = false, prerequisites = [], rules = [] } = given;
  return { targeting: toTargeting(enabled, prerequisites, rules), defaults: serving.defaults };
}

/** Adds the variables of another document with a null default. */
export function completed({ targeting, defaults }: Document, { defaults: others }: Document): Document {
  const names = Object.keys({ ...others, ...defaults });
  return {
    targeting,
    defaults: Object.fromEntries(names.map((name) => [name, defaults[name] ?? null])),
  };
}

/** Returns the targeting. Without prerequisites the member is absent, as in the answers of the server. */
function toTargeting(
  enabled: boolean,
  prerequisites: readonly Prerequisite[],
  rules: readonly Rule[],
): Targeting {
  return { enabled, ...(prerequisites.length > 0 && { prerequisites }), rules };
}

const rulesOf = ({ targeting }: Document) => targeting?.rules ?? [];

export const getPrerequisites = ({ targeting }: Document): readonly Prerequisite[] =>
  targeting?.prerequisites ?? [];

function withRules(document: Document, rules: readonly Rule[]): Document {
  const { enabled = true } = document.targeting ?? {};
  return { ...document, targeting: toTargeting(enabled, getPrerequisites(document), rules) };
}

/** Replaces the prerequisites. */
export function withPrerequisites(document: Document, prerequisites: readonly Prerequisite[]): Document {
  const { enabled = true } = document.targeting ?? {};
  return { ...document, targeting: toTargeting(enabled, prerequisites, rulesOf(document)) };
}

/** Adds a rule. It starts with a variation that is no default, because rules usually serve another one. */
export function addRule(document: Document, variations: readonly string[]): Document {
  const served = Object.values(document.defaults);
  const variation = variations.find((each) => !served.includes(each)) ?? variations[0]!;
  const rule: Rule = { id: createRuleId(), name: '', enabled: true, any_of: [], serve: { variation } };
  return withRules(document, [...rulesOf(document), rule]);
}

export function changeRule(document: Document, at: number, changed: Rule): Document {
  return withRules(
    document,
    rulesOf(document).map((rule, index) => (index === at ? changed : rule)),
  );
}

export function duplicateRule(document: Document, at: number): Document {
  const rules = rulesOf(document);
  const { name } = rules[at]!;
  const copy = { ...rules[at]!, id: createRuleId(), name: name ? `${name} (copy)` : '' };
  return withRules(document, rules.toSpliced(at + 1, 0, copy));
}

export function removeRule(document: Document, at: number): Document {
  return withRules(document, rulesOf(document).toSpliced(at, 1));
}

/** Moves a rule up or down, no further than the ends. */
export function moveRule(document: Document, at: number, by: number): Document {
  const rules = rulesOf(document);
  const to = Math.min(Math.max(at + by, 0), rules.length - 1);
  return withRules(document, rules.toSpliced(at, 1).toSpliced(to, 0, rules[at]!));
}

export function switchTargeting(document: Document, enabled: boolean): Document {
  return { ...document, targeting: toTargeting(enabled, getPrerequisites(document), rulesOf(document)) };
}

export function withDefault(document: Document, variable: string, variation: string | null): Document {
  return { ...document, defaults: { ...document.defaults, [variable]: variation } };
}

/** Makes a rule serve one variation. */
export function serveOne(rule: Rule, variation: string): Rule {
  return { ...rule, serve: { variation } };
}

/** Makes a rule split users in equal parts, exact to thousandths of a per cent. */
export function serveSplit(rule: Rule, variations: readonly string[]): Rule {
  const { bucket_by: bucketBy } = rule.serve;
  const split = variations.map((variation) => ({ variation, weight: 0 }));
  return { ...rule, serve: { split: even(split), ...(bucketBy && { bucket_by: bucketBy }) } };
}

/** The whole in thousandths of a per cent. All arithmetic uses integers. */
const whole = 100_000;

function even(split: readonly Share[]): Share[] {
  const part = Math.floor(whole / split.length);
  return split.map((share, index) => ({
    ...share,
    weight: (index === split.length - 1 ? whole - part * (split.length - 1) : part) / 1_000,
  }));
}

/** Sets the weight of a share. The others shrink or grow in proportion, and the sum stays 100. */
export function withWeight(split: readonly Share[], at: number, weight: number): Share[] {
  const wanted = Math.round(Math.min(Math.max(weight, 0), 100) * 1_000);
  const rest = whole - wanted;
  const others = split.reduce(
    (sum, share, index) => sum + (index === at ? 0 : Math.round(share.weight * 1_000)),
    0,
  );
  const weights = split.map((share, index) => {
    if (index === at) return wanted;
    const own = Math.round(share.weight * 1_000);
    return Math.floor(others === 0 ? rest / (split.length - 1) : (own * rest) / others);
  });
  const missing = whole - weights.reduce((sum, each) => sum + each, 0);
  const receiver = weights.findLastIndex((_, index) => index !== at);
  return split.map((share, index) => ({
    ...share,
    weight: (weights[index]! + (index === receiver ? missing : 0)) / 1_000,
  }));
}

/** Moves the border after a share, which changes only the two shares beside it. */
export function withBorder(split: readonly Share[], at: number, by: number): Share[] {
  const [own, next] = [split[at], split[at + 1]];
  if (own === undefined || next === undefined) return [...split];
  const step = Math.round(by * 1_000);
  const [left, right] = [Math.round(own.weight * 1_000), Math.round(next.weight * 1_000)];
  const moved = Math.min(Math.max(step, -left), right);
  return split.map((share, index) => {
    if (index === at) return { ...share, weight: (left + moved) / 1_000 };
    return index === at + 1 ? { ...share, weight: (right - moved) / 1_000 } : share;
  });
}

/** Sets the percentage of matching users that get the rule. 100 removes the rollout. */
export function withRollout(rule: Rule, percentage: number): Rule {
  const { rollout: _before, ...rest } = rule;
  const kept = Math.round(Math.min(Math.max(percentage, 0), 100) * 1_000) / 1_000;
  return kept === 100 ? rest : { ...rest, rollout: { percentage: kept } };
}

/** Sets the stages, sorted by time. Without stages everyone gets the rule. */
export function withStages(rule: Rule, stages: readonly Stage[]): Rule {
  const { rollout: _before, ...rest } = rule;
  if (stages.length === 0) return rest;
  return {
    ...rest,
    rollout: { stages: stages.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)) },
  };
}

const dayMs = 24 * 3_600_000;

/** Returns a time some days after the next full hour. */
const daysAfter = (now: number, days: number) =>
  new Date(Math.ceil(now / 3_600_000) * 3_600_000 + days * dayMs).toISOString();

/** Returns the initial end of a schedule: in a week. */
export const firstEnd = (now: number): string => daysAfter(now, 7);

/** Returns the initial stages: 10% now, 50% after a day, 100% after a week. */
export function firstStages(now: number): Stage[] {
  const at = (days: number) => daysAfter(now, days);
  return [
    { at: at(0), percentage: 10 },
    { at: at(1), percentage: 50 },
    { at: at(7), percentage: 100 },
  ];
}

/** Changes one end of a schedule. Without ends the schedule is removed. */
export function withSchedule(rule: Rule, end: 'from' | 'to', at: string | undefined): Rule {
  const { schedule: before, ...rest } = rule;
  const ends = { from: before?.from ?? undefined, to: before?.to ?? undefined, [end]: at };
  const after = { ...(ends.from && { from: ends.from }), ...(ends.to && { to: ends.to }) };
  return Object.keys(after).length === 0 ? rest : { ...rest, schedule: after };
}

export function withBucketBy(rule: Rule, attributes: readonly string[]): Rule {
  const { bucket_by: _before, ...serve } = rule.serve;
  return { ...rule, serve: attributes.length === 0 ? serve : { ...serve, bucket_by: attributes } };
}

/** Returns whether a rule uses buckets. */
export const usesBuckets = ({ rollout, serve }: Rule): boolean =>
  rollout != null || serve.split !== undefined;
