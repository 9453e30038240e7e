import { bounds, type Figures } from '../bounds.ts';
import { environmentKey, featureCount, token } from '../installation/document.ts';
import type { ObservedService } from '../installation/observed-service.ts';
import { send, type Answered, type Sent } from '../send.ts';
import { explainedLengths, userLengths, createUser } from '../shapes/users.ts';

const explainPath = '/settings/v1/organisations/fuzz/projects/web/environments/production/explain';

/** Measures the cost of evaluating one variable for the most expensive user; undefined if the evaluator ended. */
export function measureEvaluations(
  evaluator: ObservedService,
  variable: string,
  carefully: boolean,
): Promise<Figures | undefined> {
  const asked = (length: number) => evaluation(`/v1/variables/${variable}`, { user: createUser(length) });
  const names = ['first_evaluation_cpu_ms', 'evaluation_cpu_ms'] as const;
  return measureAll(evaluator, asked, userLengths, { names, most: bounds.evaluationCpuMs, carefully });
}

/** Measures all variables at once. */
export function measureBatches(evaluator: ObservedService, carefully: boolean): Promise<Figures | undefined> {
  const keys = Array.from({ length: featureCount }, (_, n) => `v${n}`);
  const asked = (length: number) => evaluation('/v1/variables', { keys, user: createUser(length) });
  const names = ['first_batch_cpu_ms', 'batch_cpu_ms'] as const;
  return measureAll(evaluator, asked, userLengths, { names, most: bounds.batchCpuMs, carefully });
}

export async function measureExplanations(
  settings: ObservedService,
  variable: string,
  carefully: boolean,
): Promise<Figures | undefined> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const asked = (length: number) => ({
    method: 'POST',
    path: explainPath,
    headers,
    body: JSON.stringify({ variable, user: createUser(length) }),
  });
  const names = ['explanation_cpu_ms', 'explanation_cpu_ms'] as const;
  const most = bounds.explanationCpuMs;
  const figures = await measureAll(settings, asked, explainedLengths, { names, most, carefully });
  return figures ?? { failures: { value: 2, most: 1 } };
}

function evaluation(path: string, body: object): Sent {
  return { method: 'POST', path, headers: { 'X-API-Key': environmentKey }, body: JSON.stringify(body) };
}

/**
 * Measures all users. The first request after loading has a separate figure, because it also unpacks and compiles. Of the
 * other requests the lowest value of each user counts, and the highest of all users.
 */
async function measureAll(
  service: ObservedService,
  askedFor: (length: number) => Sent,
  lengths: readonly number[],
  of: { names: readonly [first: string, others: string]; most: number; carefully: boolean },
): Promise<Figures | undefined> {
  const [first, others] = of.names;
  const costs: number[] = [];
  let firstCost: number | undefined;
  for (const length of lengths) {
    const tries: number[] = [];
    for (let left = of.carefully ? 4 : 1 + Number(costs.length === 0); left > 0; left--) {
      const measured = await cpuOf(service, askedFor(length));
      if (!service.isRunning() || measured.status === 0 || measured.status >= 500) return undefined;
      if (firstCost === undefined) firstCost = measured.cpuMs;
      else tries.push(measured.cpuMs);
    }
    costs.push(Math.min(...tries));
    if (costs.at(-1)! > 10 * of.most) break; // it need not be known better
  }
  return {
    [first]: { value: firstCost!, most: of.most },
    [others]: { value: Math.max(...costs), most: of.most },
  };
}

async function cpuOf(service: ObservedService, asked: Sent): Promise<Answered & { cpuMs: number }> {
  const meter = service.meter();
  const before = meter.cpuMs();
  const answered = await send(service, asked);
  const cpuMs = service.isRunning() ? meter.cpuMs() - before : Number.NaN;
  return { ...answered, cpuMs };
}
