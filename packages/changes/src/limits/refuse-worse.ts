import { type LimitExceeded, limits } from '@bunting/evaluator';
import type { PoolClient } from 'pg';
import { ProblemsFound } from '@bunting/definitions/checks';
import type { Exceeding } from './measure-written.ts';
import { describeLimit } from './describe-limit.ts';
import type { Measurer } from './measure-documents.ts';

/**
 * Refuses definitions that exceed limits, except those that did so before and have not become worse: what an older release
 * accepted can still be renamed, switched off and shortened step by step. Reads the stored fragments, so the caller has rolled back
 * the new ones. Throws `ProblemsFound`.
 */
export async function refuseWorse(
  { client }: { readonly client: PoolClient },
  found: readonly Exceeding[],
  measurer: Measurer,
): Promise<void> {
  const problems = new Set<string>();
  for (const exceeding of found) {
    const before = await readBefore(client, exceeding);
    if (before === undefined) {
      addProblems(problems, exceeding, exceeding.exceeded);
      continue;
    }
    if (before.length > limits.readFragmentLength) {
      if (exceeding.length > before.length) addProblems(problems, exceeding, exceeding.exceeded);
      continue;
    }
    const { kind, projectId } = exceeding;
    const { text } = before;
    const exceededBefore =
      kind === 'segment'
        ? await measurer.exceededBySegment(text)
        : (await measurer.feature(projectId, text)).exceeded;
    const worse = exceeding.exceeded.filter(
      (each) => highestActual(exceeding.exceeded, each) > highestActual(exceededBefore, each),
    );
    // Counting stops beyond a limit, so the counts of a definition that doubled are equal: its length decides.
    const isLonger =
      exceeding.length > before.length && exceeding.exceeded.some(({ limit }) => limit in counted);
    addProblems(problems, exceeding, isLonger ? exceeding.exceeded : worse);
  }
  if (problems.size > 0) {
    throw new ProblemsFound([...problems].map((message) => ({ path: '', message, code: 'limit' })));
  }
}

const counted = { rules: true, groups: true, conditions: true, operands: true };

/** Returns the highest count or cost among the excesses of one limit. */
function highestActual(exceeded: readonly LimitExceeded[], { limit }: LimitExceeded): number {
  return Math.max(0, ...exceeded.filter((each) => each.limit === limit).map(({ actual }) => actual));
}

function addProblems(
  problems: Set<string>,
  { subject }: Exceeding,
  exceeded: readonly LimitExceeded[],
): void {
  for (const each of exceeded) problems.add(`${subject} ${describeLimit(each)}.`);
}

async function readBefore(
  client: PoolClient,
  { environmentId, kind, id }: Exceeding,
): Promise<{ readonly text: string; readonly length: number } | undefined> {
  const { rows } = await client.query<{ text: string; length: number }>(
    `SELECT length(text) AS length, left(text, $4) AS text FROM (
       SELECT document::text AS text FROM datafile_fragment
       WHERE environment_id = $1 AND kind = $2 AND entity_id = $3 AND document IS NOT NULL) AS fragment`,
    [environmentId, kind, id, limits.readFragmentLength],
  );
  return rows[0];
}
