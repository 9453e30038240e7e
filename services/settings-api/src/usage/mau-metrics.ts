import { getMauCap, type Plan } from '@bunting/definitions/organisations';
import { readMonthlyActiveUsers } from '@bunting/governance';
import { createGauge, type Registry } from '@bunting/observability';
import type { RedisConnection } from '@bunting/redis';
import type { Pool } from 'pg';

/** Shares below this are no news; without them the metric has few series. */
const minShare = 0.5;
const maxSeries = 100;
/** Organisations with a cap whose users are counted for a scrape. */
const maxOrganisations = 10_000;
const maxAgeMs = 30_000;

interface CappedRow {
  readonly id: string;
  readonly slug: string;
  readonly plan: Plan;
  readonly mau_cap: number | null;
}

interface Share {
  readonly organisation: string;
  readonly plan: Plan;
  readonly ratio: number;
}

/**
 * Registers which share of its monthly active users each organisation has used that has used half of them, at most a hundred, the highest first. The
 * alert BuntingUsersNearCap pages at 80 %: from 100 % on new users are refused.
 */
export function registerMauMetrics(
  registry: Registry,
  dependencies: { pool: Pool; redis: RedisConnection; now: () => number },
): void {
  const { now } = dependencies;
  let shares: readonly Share[] = [];
  let takenAt = -Infinity;
  createGauge(registry, {
    name: 'monthly_active_users_ratio',
    help: 'Share of the monthly active user cap that an organisation has used; only from one half.',
    labelNames: ['organisation', 'plan'],
    async collect() {
      if (now() - takenAt >= maxAgeMs) {
        takenAt = now();
        // Without an answer the last shares stay: an alert must not end because PostgreSQL or Redis is down.
        shares = await readShares(dependencies).catch(() => shares);
      }
      this.reset();
      for (const { organisation, plan, ratio } of shares) this.set({ organisation, plan }, ratio);
    },
  });
}

async function readShares({
  pool,
  redis,
  now,
}: {
  pool: Pool;
  redis: RedisConnection;
  now: () => number;
}): Promise<readonly Share[]> {
  const { rows } = await pool.query<CappedRow>(
    `SELECT id, slug, plan, mau_cap FROM organisation
     WHERE status <> 'suspended' AND (mau_cap > 0 OR (mau_cap IS NULL AND plan <> 'enterprise'))
     ORDER BY id LIMIT $1`,
    [maxOrganisations],
  );
  const used = await readMonthlyActiveUsers(
    redis,
    rows.map(({ id }) => id),
    now(),
  );
  return rows
    .map(({ slug, plan, mau_cap: mauCap }, index) => {
      const cap = getMauCap({ plan, mauCap }) ?? Infinity;
      return { organisation: slug, plan, ratio: (used[index] ?? 0) / cap };
    })
    .filter(({ ratio }) => ratio >= minShare)
    .toSorted((a, b) => b.ratio - a.ratio)
    .slice(0, maxSeries);
}
