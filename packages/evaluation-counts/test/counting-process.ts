import { setImmediate as nextTurn } from 'node:timers/promises';
import { createManualClock } from '@bunting/async/testing';
import { newId, type createPool } from '@bunting/database';
import { compileFragments, createDatafile, evaluate, readContext, type Datafile } from '@bunting/evaluator';
import { createRegistry } from '@bunting/observability';
import { readMetric, until } from '@bunting/testing';
import { openEvaluationCounts } from '../src/index.ts';

type Pool = ReturnType<typeof createPool>;
/** The fate of statements: they reach PostgreSQL, fail, lose their answers, or get none. */
type Link = 'up' | 'away' | 'cut' | 'silent';

/** Starts a process with environments at that time. The test moves its clock. */
export function startCountingProcess({
  at,
  pool,
  isDisabled = false,
}: {
  at: number;
  pool: Pool;
  isDisabled?: boolean;
}) {
  const manual = createManualClock();
  let timers = 0;
  const clock = {
    ...manual,
    setTimeout(work: () => void, delayMs: number) {
      timers += 1;
      return manual.setTimeout(work, delayMs);
    },
  };
  const registry = createRegistry({ withProcessMetrics: false });
  const warnings: string[] = [];
  const counts = openEvaluationCounts({
    config: { EVALUATION_COUNTS_DISABLED: isDisabled, EVALUATION_COUNT_INTERVAL_MS: 60_000 },
    registry,
    log: { info() {}, warn: (...line: readonly unknown[]) => void warnings.push(String(line.at(-1))) },
    now: () => at + manual.now(),
  });
  const environments = new Map<string, { environmentId: string; datafile: Datafile }>();
  let link: Link = 'up';
  let statements = 0;
  const query = async (statement: Parameters<Pool['query']>[0]) => {
    statements += 1;
    if (link === 'away') throw new Error('connect ECONNREFUSED');
    if (link === 'silent') return new Promise<never>(() => {});
    const result = await pool.query(statement);
    if (link === 'cut') throw new Error('Connection terminated unexpectedly');
    return result;
  };
  const writer = counts.start({
    environments: () => environments.values(),
    pool: { query } as unknown as Pool,
    clock,
  });
  return {
    counts,
    warnings,
    hold(environmentId: string) {
      const datafile = createDatafile();
      datafile.apply(compileFragments([{ kind: 'feature', id: 'feature', document: feature }]));
      environments.set(environmentId, { environmentId, datafile });
    },
    drop(environmentId: string) {
      counts.retire(environments.get(environmentId)!);
      environments.delete(environmentId);
    },
    evaluate(environmentId: string, times = 1) {
      const { datafile } = environments.get(environmentId)!;
      for (let n = 0; n < times; n++) evaluate(datafile, 'flag', readContext(null), 0);
    },
    /** Moves the clock, and waits whenever the process has something to do. */
    async pass(ms: number, stepMs = 500) {
      for (let left = ms; left > 0; left -= stepMs) {
        const before = timers;
        manual.advance(Math.min(stepMs, left));
        if (stepMs < 500) continue;
        await nextTurn();
        await until(() => timers !== before);
      }
    },
    setLink: (to: Link) => void (link = to),
    statements: () => statements,
    metric: async (line: string) => readMetric(await registry.metrics(), line),
    close: () => writer.close(),
  };
}

const [variableId, variationId] = [newId(), newId()];
const feature = {
  id: newId(),
  slug: 'feature',
  status: 'live' as const,
  salt: 'salt',
  variables: [{ id: variableId, slug: 'flag', default_variation: 'off' }],
  variations: [{ id: variationId, slug: 'off', values: [false] }],
  targeting: null,
  overrides: {},
};
