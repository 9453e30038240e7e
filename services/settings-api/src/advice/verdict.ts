import { isPermanent } from '@bunting/definitions/metadata';
import {
  formatRequests,
  constantSentence,
  formatCount,
  daysBetween,
  dayText,
  formatNames,
  referencesSentence,
  sentences,
  sinceText,
  uncountedSentence,
  unscannedSentence,
} from './sentences.ts';
import { dayMs, type FeatureSignals, type ProjectSignals } from './signals.ts';

/** In the order in which a list has them. */
export const verdicts = ['delete', 'archive', 'remove_code', 'finish', 'keep'] as const;
export type Verdict = (typeof verdicts)[number];

/** The verdict on a feature, with its reasons. */
export interface Judgement {
  readonly verdict: Verdict;
  /** False: a signal that the verdict needs cannot be said. */
  readonly certain: boolean;
  /** Full days since the verdict began to hold. */
  readonly daysBeyond: number;
  readonly reasons: readonly string[];
  /** Why it is kept although something else may hold. */
  readonly blockers: readonly string[];
}

const recentDays = 7;

/** Returns the first verdict that holds. */
export function judge(feature: FeatureSignals, project: ProjectSignals): Judgement {
  const blockers = blockersOf(feature, project);
  if (blockers.length > 0) return { ...keep(feature, project), certain: true, blockers };
  return (
    judgeArchived(feature, project) ??
    judgeUnused(feature, project) ??
    judgeConstant(feature, project) ??
    judgeOld(feature, project) ??
    keep(feature, project)
  );
}

/** Returns the reasons to keep a feature. */
function blockersOf(feature: FeatureSignals, { now }: ProjectSignals): string[] {
  const { kind, permanent, snoozedUntil, changedAt, openRequests } = feature;
  const isSnoozed = snoozedUntil !== null && now < snoozedUntil + dayMs;
  return sentences(
    isPermanent(feature)
      ? `permanent${permanent === null ? `, as a ${kind.replace('_', ' ')}` : ''}`
      : undefined,
    isSnoozed ? `snoozed until ${dayText(snoozedUntil, now)}` : undefined,
    feature.requiredBy.length > 0
      ? `a prerequisite of ${formatNames(feature.requiredBy, 'feature')}`
      : undefined,
    kind === 'experiment' && feature.hasRecentEvents
      ? `an experiment with events in the last ${recentDays} days`
      : undefined,
    now - changedAt < recentDays * dayMs ? `changed on ${dayText(changedAt, now)}` : undefined,
    openRequests.length > 0
      ? `in the open change request${openRequests.length === 1 ? '' : 's'} ${openRequests.join(', ')}`
      : undefined,
  );
}

/** Judges by the days since the feature was archived; to be certain the verdict needs counts and references. */
function judgeArchived(feature: FeatureSignals, project: ProjectSignals): Judgement | undefined {
  const { now, settings, counts } = project;
  const { status, statusSince, references } = feature;
  if (status !== 'archived' || statusSince === null) return undefined;
  const beyond = now - statusSince - settings.unused_days * dayMs;
  if (beyond < 0 || references > 0 || isAsked(feature, project)) return undefined;
  const uncounted = uncountedSentence({ ...project, counts: { ...counts, silent: [] } });
  const overflow =
    counts.overflowing.length > 0
      ? `unknown: ${counts.overflowing.join(', ')} was asked for more unknown keys than are kept`
      : undefined;
  return {
    verdict: 'delete',
    certain: [uncounted, overflow, unscannedSentence(project)].every((unknown) => unknown === undefined),
    daysBeyond: daysOf(beyond),
    reasons: sentences(
      `archived ${sinceText(statusSince, now)}`,
      uncounted ?? overflow ?? 'not asked for since',
      referencesSentence(feature, project),
    ),
    blockers: [],
  };
}

/** Judges by counts or references, and is certain with both. With neither, nothing is known about the use of the feature. */
function judgeUnused(feature: FeatureSignals, project: ProjectSignals): Judgement | undefined {
  const { now, settings } = project;
  if (feature.status === 'archived' || feature.references > 0 || isAsked(feature, project)) return undefined;
  const usedAt = Math.max(feature.createdAt, feature.lastEvaluated?.at ?? -Infinity);
  const beyond = now - usedAt - settings.unused_days * dayMs;
  const uncounted = uncountedSentence(project);
  const unscanned = unscannedSentence(project);
  if (beyond < 0 || (uncounted !== undefined && unscanned !== undefined)) return undefined;
  return {
    verdict: 'archive',
    certain: uncounted === undefined && unscanned === undefined,
    daysBeyond: daysOf(beyond),
    reasons: sentences(
      formatRequests(feature, project),
      uncounted,
      referencesSentence(feature, project),
      constantSentence(feature.constant, now),
    ),
    blockers: [],
  };
}

function judgeConstant(feature: FeatureSignals, project: ProjectSignals): Judgement | undefined {
  const { now, settings } = project;
  const { constant, status } = feature;
  if (constant === null || status === 'archived') return undefined;
  const beyond = now - constant.since - settings.constant_days * dayMs;
  if (beyond < 0) return undefined;
  return {
    verdict: 'remove_code',
    certain: true,
    daysBeyond: daysOf(beyond),
    reasons: signalSentences(feature, project),
    blockers: [],
  };
}

function judgeOld(feature: FeatureSignals, project: ProjectSignals): Judgement | undefined {
  const { now, settings } = project;
  const { status, statusSince, kind, createdAt, expectedUntil } = feature;
  if (status === 'archived') return undefined;
  const lifetimeDays = settings.lifetime_days[kind];
  const beyondLifetime = lifetimeDays === null ? -1 : now - createdAt - lifetimeDays * dayMs;
  const beyondExpected = expectedUntil === null ? -1 : now - expectedUntil - dayMs;
  const completeFor = status === 'complete' ? Math.max(0, now - (statusSince ?? now)) : -1;
  const beyond = Math.max(beyondLifetime, beyondExpected, completeFor);
  if (beyond < 0) return undefined;
  const age = formatCount(daysBetween(createdAt, now), 'day');
  return {
    verdict: 'finish',
    certain: true,
    daysBeyond: daysOf(beyond),
    reasons: sentences(
      beyondLifetime >= 0 ? `is ${age} old; ${lifetimeDays} are the lifetime of kind ${kind}` : undefined,
      beyondExpected >= 0 ? `was expected until ${dayText(expectedUntil!, now)}` : undefined,
      completeFor >= 0 ? `complete ${sinceText(statusSince ?? now, now)}` : undefined,
      ...signalSentences(feature, project),
    ),
    blockers: [],
  };
}

/**
 * Keeps the feature. The verdict is certain if there is a sign of use, nothing is unknown, or the feature is too young
 * to be unused.
 */
function keep(feature: FeatureSignals, project: ProjectSignals): Judgement {
  const isUsed = feature.references > 0 || isAsked(feature, project);
  const isKnown = uncountedSentence(project) === undefined && unscannedSentence(project) === undefined;
  const { now, settings } = project;
  const isYoung = now - (feature.statusSince ?? feature.createdAt) < settings.unused_days * dayMs;
  const archivedSince =
    feature.status === 'archived' && feature.statusSince !== null
      ? `archived ${sinceText(feature.statusSince, now)}`
      : undefined;
  return {
    verdict: 'keep',
    certain: isUsed || isKnown || isYoung,
    daysBeyond: 0,
    reasons: sentences(archivedSince, ...signalSentences(feature, project)),
    blockers: [],
  };
}

function isAsked(feature: FeatureSignals, { now, settings }: ProjectSignals): boolean {
  const { status, statusSince, askedArchivedAt, lastEvaluated } = feature;
  if (lastEvaluated !== null && now - lastEvaluated.at < settings.unused_days * dayMs) return true;
  return status === 'archived' && askedArchivedAt !== null && askedArchivedAt > (statusSince ?? -Infinity);
}

function signalSentences(feature: FeatureSignals, project: ProjectSignals): string[] {
  const { status, askedArchivedAt } = feature;
  const isArchived = status === 'archived';
  return sentences(
    constantSentence(feature.constant, project.now),
    isArchived ? undefined : formatRequests(feature, project),
    isArchived && askedArchivedAt !== null
      ? `asked for although archived, last on ${dayText(askedArchivedAt, project.now)}`
      : undefined,
    uncountedSentence(project),
    referencesSentence(feature, project),
  );
}

function daysOf(milliseconds: number): number {
  return Math.floor(milliseconds / dayMs);
}
