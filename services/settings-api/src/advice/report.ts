import type { AdviceEventData } from '@bunting/webhooks';
import type { Survey } from './survey.ts';
import { dayMs } from './signals.ts';
import { verdicts } from './verdict.ts';

/** Slug of the feature → the verdict that was reported. */
export type ReportedVerdicts = Readonly<Record<string, string>>;

/** The content of a report, and the state to store for the next one. */
export interface Report {
  readonly data: AdviceEventData;
  readonly reported: ReportedVerdicts;
}

const maxFeatures = 100;
const hourMs = 3_600_000;
/** 1 January 1970 was a Thursday: the first Monday, 06:00 UTC. */
const firstReport = 4 * dayMs + 6 * hourMs;

/** Returns the last Monday, 06:00 UTC, until 24 hours after it; undefined = there is nothing to report today. */
export function findReportTime(now: number): Date | undefined {
  const since = (((now - firstReport) % (7 * dayMs)) + 7 * dayMs) % (7 * dayMs);
  return since < dayMs ? new Date(now - since) : undefined;
}

/** Compares a survey with what was reported last. Undefined = nothing is new; what is gone is then reported with the next report. */
export function createReport(
  project: string,
  { features }: Pick<Survey, 'features'>,
  before: ReportedVerdicts,
): Report | undefined {
  const advised = features.filter(({ verdict }) => verdict !== 'keep');
  const reported = Object.fromEntries(advised.map(({ slug, verdict }) => [slug, verdict]));
  const isReported = (slug: string) => Object.hasOwn(reported, slug);
  const wasReported = (slug: string) => (Object.hasOwn(before, slug) ? before[slug] : undefined);
  const added = advised.filter(({ slug, verdict }) => wasReported(slug) !== verdict);
  if (added.length === 0) return undefined;
  const gone = Object.entries(before).filter(([slug]) => !isReported(slug));
  const isShortened = added.length > maxFeatures || gone.length > maxFeatures;
  const counts = verdicts
    .filter((verdict) => verdict !== 'keep')
    .map((verdict) => [verdict, advised.filter((feature) => feature.verdict === verdict).length]);
  return {
    data: {
      project,
      counts: Object.fromEntries(counts) as Record<string, number>,
      new: added
        .slice(0, maxFeatures)
        .map(({ slug, verdict, certain }) => ({ feature: slug, verdict, certain })),
      gone: gone.slice(0, maxFeatures).map(([feature, verdict]) => ({ feature, verdict })),
      ...(isShortened && { is_shortened: true as const }),
    },
    reported,
  };
}
