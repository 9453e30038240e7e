import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServedVariation, TraceSigner } from '@bunting/evaluation-trace';
import { hasStableIdentity, isTraced, type Asker } from '../variable-result.ts';
import type { Evaluations } from './evaluate-all.ts';

/** What a millisecond is enough for. */
const tokensPerSlice = 1_000;

/** Signs `count` traces for each result that the contract gives one (§2.3); of very many the event loop answers other requests in between. */
async function signTraces(
  { found }: Evaluations,
  count: number,
  { environmentId, context }: Asker,
  traces: TraceSigner,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const tokensOf = new Map<number, readonly string[]>();
  if (!hasStableIdentity(context)) return tokensOf;
  const traced = [...found.keys()].filter((index) => isTraced(found[index]!));
  const perSlice = Math.floor(tokensPerSlice / count);
  for (let from = 0; from < traced.length; from += perSlice) {
    if (from > 0) await nextTurn();
    const slice = traced.slice(from, from + perSlice);
    const subjects = slice.flatMap((index) =>
      Array.from({ length: count }, () => found[index] as ServedVariation),
    );
    const tokens = traces.signAll(environmentId, subjects);
    for (const [position, index] of slice.entries()) {
      tokensOf.set(index, tokens.slice(position * count, (position + 1) * count));
    }
  }
  return tokensOf;
}

/** The traces of each result, by its index, as a member of it; empty where it has none. */
export async function signMembers(
  made: Evaluations,
  count: number,
  asker: Asker,
  traces: TraceSigner,
): Promise<(index: number) => string> {
  const tokensOf = await signTraces(made, count, asker, traces);
  return (index) => {
    const tokens = tokensOf.get(index);
    return tokens === undefined ? '' : `,"evaluation_traces":["${tokens.join('","')}"]`;
  };
}

/** One trace of each result, by its index. */
export async function signOneEach(
  made: Evaluations,
  asker: Asker,
  traces: TraceSigner,
): Promise<(index: number) => string | undefined> {
  const tokensOf = await signTraces(made, 1, asker, traces);
  return (index) => tokensOf.get(index)?.[0];
}
