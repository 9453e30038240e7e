import { defaultAdvice, type AdviceSettings } from '@bunting/definitions';
import type { TargetingDefinition } from '@bunting/evaluator/definition';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { findConstant, type WatchedFragment } from './constant.ts';
import type { FeatureSignals, ProjectSignals } from './signals.ts';
import { judge } from './verdict.ts';

const file = new URL('../../../../contract/advice/verdicts.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as { now: string; features: Vector[] };
const now = Date.parse(vectors.now);

describe('Advice on constructed features', () => {
  it('has at least sixty of them, each of its own name', () => {
    const names = new Set(vectors.features.map(({ name }) => name));
    expect(names.size).toBe(vectors.features.length);
    expect(names.size).toBeGreaterThanOrEqual(60);
  });

  for (const vector of vectors.features) {
    it(vector.name, () => {
      const feature = featureOf(vector);
      const { verdict, certain, reasons, blockers } = judge(feature, projectOf(vector));
      const { forward } = feature.constant ?? {};
      const found = {
        verdict,
        certain,
        reasons,
        blockers,
        forward: forward ? Object.fromEntries(forward) : null,
      };
      expect(found).toMatchObject(vector.expect);
    });
  }
});

describe('Certainty', () => {
  it('is never said where a signal is missing that the verdict needs', () => {
    const random = numbersFrom(7);
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
    const seen = new Map<string, number>();
    for (let round = 0; round < 20_000; round++) {
      const base = projectOf({});
      const project: ProjectSignals = {
        ...base,
        counts: {
          environments: pick([0, 2, 2, 2]),
          uncounted: pick([[], [], ['staging']]),
          silent: pick([[], [], ['staging']]),
          overflowing: pick([[], [], ['production']]),
        },
        repositories: pick([
          [],
          base.repositories,
          base.repositories,
          [...base.repositories, { name: 'acme/old', scannedAt: pick([null, now - 31 * dayMs]) }],
        ]),
      };
      const chosen = featureOf(pick(vectors.features));
      const feature: FeatureSignals = {
        ...chosen,
        references: pick([0, 0, 0, 3]),
        askedArchivedAt: pick([null, null, now]),
        lastEvaluated: pick([null, null, chosen.lastEvaluated]),
      };
      const { verdict, certain, reasons, blockers } = judge(feature, project);
      seen.set(`${verdict} ${certain}`, (seen.get(`${verdict} ${certain}`) ?? 0) + 1);
      if (reasons.length > 8 || reasons.some((reason) => reason.length > 300)) throw new Error('unbounded');
      if (!certain || verdict === 'finish') continue;
      const { counts, repositories } = project;
      const isCounted = counts.environments > 0 && counts.uncounted.length === 0;
      const isScanned =
        repositories.length > 0 &&
        repositories.every(({ scannedAt }) => scannedAt !== null && now - scannedAt <= 30 * dayMs);
      const holds = {
        delete: isCounted && isScanned && counts.overflowing.length === 0,
        archive: isCounted && isScanned && counts.silent.length === 0,
        remove_code: feature.constant !== null,
        keep:
          blockers.length > 0 ||
          feature.references > 0 ||
          (feature.lastEvaluated !== null && now - feature.lastEvaluated.at < 30 * dayMs) ||
          feature.askedArchivedAt !== null ||
          now - (feature.statusSince ?? feature.createdAt) < 30 * dayMs ||
          (isCounted && isScanned && counts.silent.length === 0),
      }[verdict];
      if (!holds) throw new Error(JSON.stringify({ verdict, feature, project }));
    }
    for (const verdict of ['delete', 'archive', 'remove_code', 'keep']) {
      expect(seen.get(`${verdict} true`)).toBeGreaterThan(100);
      // A constant feature is constant for everybody, whatever else is known.
      if (verdict !== 'remove_code') expect(seen.get(`${verdict} false`)).toBeGreaterThan(100);
    }
    expect(seen.get('remove_code false')).toBeUndefined();
  });
});

const dayMs = 86_400_000;

interface Vector {
  readonly name: string;
  readonly feature?: Readonly<Record<string, unknown>>;
  readonly serves?: readonly {
    readonly environment?: string;
    readonly written_at?: string;
    readonly default?: string | null;
    readonly targeting: TargetingDefinition | null;
    readonly overrides?: Readonly<Record<string, string>>;
  }[];
  readonly project?: {
    readonly settings?: Partial<Omit<AdviceSettings, 'lifetime_days'>> & {
      readonly lifetime_days?: Partial<AdviceSettings['lifetime_days']>;
    };
    readonly uncounted?: readonly string[];
    readonly silent?: readonly string[];
    readonly overflowing?: readonly string[];
    readonly repositories?: readonly { readonly name: string; readonly scanned_at: string | null }[];
  };
  readonly expect: object;
}

const split = {
  enabled: true,
  rules: [
    {
      name: '',
      any_of: [],
      serve: {
        split: [
          { variation: 'classic', weight: 50 },
          { variation: 'one-page', weight: 50 },
        ],
      },
    },
  ],
};

function featureOf({
  feature = {},
  serves = [{ targeting: split }],
}: Pick<Vector, 'feature' | 'serves'>): FeatureSignals {
  const given = {
    status: 'live',
    kind: 'release',
    permanent: null,
    has_recent_events: false,
    created_at: '2026-10-25',
    changed_at: '2026-11-10',
    last_evaluated: { at: '2026-11-22', environment: 'production' },
    evaluations_30d: 1204,
    references: 2,
    ...feature,
  } as Record<string, unknown>;
  const timeOf = (name: string) => (given[name] == null ? null : Date.parse(given[name] as string));
  const last = given['last_evaluated'] as { at: string; environment: string } | null;
  const status = given['status'] as FeatureSignals['status'];
  return {
    status,
    kind: given['kind'] as FeatureSignals['kind'],
    permanent: given['permanent'] as boolean | null,
    expectedUntil: timeOf('expected_until'),
    snoozedUntil: timeOf('snoozed_until'),
    createdAt: timeOf('created_at')!,
    changedAt: timeOf('changed_at')!,
    statusSince: timeOf('status_since'),
    hasRecentEvents: given['has_recent_events'] as boolean,
    constant: findConstant(
      serves.map((each) => watchedOf(each, status)),
      now,
    ),
    lastEvaluated: last && { ...last, at: Date.parse(last.at) },
    evaluations30d: given['evaluations_30d'] as number | null,
    references: given['references'] as number,
    requiredBy: (given['required_by'] ?? []) as readonly string[],
    askedArchivedAt: timeOf('asked_archived_at'),
    openRequests: (given['open_requests'] ?? []) as number[],
  };
}

function watchedOf(
  each: NonNullable<Vector['serves']>[number],
  status: FeatureSignals['status'],
): WatchedFragment {
  const { environment = 'production', targeting, overrides = {} } = each;
  const byDefault = each.default === undefined ? 'classic' : each.default;
  return {
    environment,
    writtenAt: Date.parse(each.written_at ?? '2026-09-01'),
    fragment: {
      status,
      targeting,
      overrides,
      variables: [{ slug: 'checkout-layout', default_variation: byDefault }],
      variations: [
        { slug: 'classic', values: ['classic'] },
        { slug: 'one-page', values: ['one-page'] },
        { slug: 'one-page-again', values: ['one-page'] },
      ],
    },
  };
}

function projectOf({ project = {} }: Pick<Vector, 'project'>): ProjectSignals {
  const { settings = {}, uncounted = [], silent = [], overflowing = [] } = project;
  const { repositories = [{ name: 'acme/shop', scanned_at: '2026-11-20' }] } = project;
  return {
    now,
    settings: {
      ...defaultAdvice,
      ...settings,
      lifetime_days: { ...defaultAdvice.lifetime_days, ...settings.lifetime_days },
    },
    counts: { environments: 2, uncounted, silent, overflowing },
    repositories: repositories.map(({ name, scanned_at: at }) => ({
      name,
      scannedAt: at === null ? null : Date.parse(at),
    })),
  };
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
