import type { AdviceSettings, FeatureStatus } from '@bunting/definitions';
import type { FeatureKind } from '@bunting/definitions/metadata';
import type { Constant } from './constant.ts';

/** All that advice on a feature is made from. Times are milliseconds since 1970. */
export interface FeatureSignals {
  readonly status: Exclude<FeatureStatus, 'deleted'>;
  readonly kind: FeatureKind;
  /** Null = by its kind: permission and kill_switch are. */
  readonly permanent: boolean | null;
  /** Midnight, UTC, of the day until which it is expected, or nobody wants advice. */
  readonly expectedUntil: number | null;
  readonly snoozedUntil: number | null;
  readonly createdAt: number;
  readonly changedAt: number;
  /** Since when it is complete or archived; null = it is live. */
  readonly statusSince: number | null;
  /** An event with one of its variables was sent in the last 7 days. */
  readonly hasRecentEvents: boolean;
  readonly constant: Constant | null;
  /** The last evaluation that named one of its variables, as far as is counted; null = none is known. */
  readonly lastEvaluated: { readonly at: number; readonly environment: string } | null;
  /** Evaluations that named one of its variables; null = not counted anywhere. */
  readonly evaluations30d: number | null;
  /** Number of references to its variables in the last snapshots of all repositories. */
  readonly references: number;
  /** Slugs of the live features with a prerequisite that names one of its variables, in any environment. */
  readonly requiredBy: readonly string[];
  /** When a variable of this archived feature was last asked for as an unknown key; null = not that is known. */
  readonly askedArchivedAt: number | null;
  /** The numbers of open change requests that change it. */
  readonly openRequests: readonly number[];
}

/** The signals that all features of a project share. */
export interface ProjectSignals {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly settings: AdviceSettings;
  readonly counts: {
    /** Number of environments. */
    readonly environments: number;
    /** Slugs of those that were not counted for all of `unused_days`. */
    readonly uncounted: readonly string[];
    /** Slugs of those where nothing at all was asked for by name in `unused_days`. */
    readonly silent: readonly string[];
    /** Slugs of those that were asked for more unknown keys than are kept. */
    readonly overflowing: readonly string[];
  };
  readonly repositories: readonly {
    readonly name: string;
    /** When the last snapshot came; null = before that was recorded. */
    readonly scannedAt: number | null;
  }[];
}

export const dayMs = 86_400_000;

/** Days for which the scan of a repository counts, and in which evaluations are counted. */
export const windowDays = 30;
