import type { ServedVariation, TraceSigner } from '@bunting/evaluation-trace';
import { hasStableIdentity, isTraced, type RequestContext } from '../variable-result.ts';
import type { Evaluations } from './evaluate-many.ts';
import type { Pace } from './evaluation-work.ts';

/** Signing so many tokens takes a millisecond. */
const tokensPerStep = 1_000;

/** Milliseconds that signing so many traces takes. */
export function signingMs(count: number): number {
  return count / tokensPerStep;
}

/** Signs `count` traces for each result that the contract gives one (§2.3). */
function* signTraces(
  { found }: Evaluations,
  count: number,
  { environmentId, context }: RequestContext,
  traces: TraceSigner,
  tokensOf: Map<number, readonly string[]>,
): Generator<void> {
  if (!hasStableIdentity(context)) return;
  const traced = [...found.keys()].filter((index) => isTraced(found[index]!));
  const perStep = Math.floor(tokensPerStep / count);
  for (let from = 0; from < traced.length; from += perStep) {
    if (from > 0) yield;
    const slice = traced.slice(from, from + perStep);
    const subjects = slice.flatMap((index) =>
      Array.from({ length: count }, () => found[index] as ServedVariation),
    );
    const tokens = traces.signAll(environmentId, subjects);
    for (const [position, index] of slice.entries()) {
      tokensOf.set(index, tokens.slice(position * count, (position + 1) * count));
    }
  }
}

/** The signer, and the runner of its steps. */
interface Signing {
  readonly traces: TraceSigner;
  readonly pace: Pace;
}

/** Signs the traces of each result, by its index, as a member of it; empty if it has none. */
export async function signMembers(
  made: Evaluations,
  count: number,
  asker: RequestContext,
  { traces, pace }: Signing,
): Promise<(index: number) => string> {
  const tokensOf = new Map<number, readonly string[]>();
  await pace(signTraces(made, count, asker, traces, tokensOf));
  return (index) => {
    const tokens = tokensOf.get(index);
    return tokens === undefined ? '' : `,"evaluation_traces":["${tokens.join('","')}"]`;
  };
}

/** Signs one trace of each result, by its index. */
export async function signOneEach(
  made: Evaluations,
  asker: RequestContext,
  { traces, pace }: Signing,
): Promise<(index: number) => string | undefined> {
  const tokensOf = new Map<number, readonly string[]>();
  await pace(signTraces(made, 1, asker, traces, tokensOf));
  return (index) => tokensOf.get(index)?.[0];
}
