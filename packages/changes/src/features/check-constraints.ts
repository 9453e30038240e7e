import { createPause, inSlices } from '@bunting/async';
import { maxProblems, memberPath, type Problem, ProblemsFound } from '@bunting/definitions/checks';
import {
  checkValue,
  createConstraintsCache,
  TooMuchWork,
  type CompiledConstraints,
  type Work,
} from '@bunting/definitions/constraints';
import type { ChangeTransaction } from '../change-transaction.ts';
import { featurePath } from './feature-path.ts';
import type { FeatureState, VariableState } from './feature-state.ts';
import { readFeatures } from './read-features.ts';

/** Shared by all changes of this process. */
const cache = createConstraintsCache();

/** The steps that the checks of one transaction may take: about a second. */
const mostSteps = 20_000_000;

/** The steps that compiling counts as, besides one for each character: compiling a pattern of 700 instructions takes two milliseconds. */
const stepsOfCompiling = 20_000;

/** Characters of all constraints of a feature as JSON: audit records hold them twice. */
const mostCharacters = 262_144;

/** The maximum time for which the checks block the event loop, unless one value takes longer. */
const sliceMs = 4;

/** Rows of this many features are held at once. */
const featuresPerSlice = 50;

/**
 * Checks the constraints of all changed features that have any, and every value of every variation against them, as they are stored now. What
 * environments serve changes no value, so that the off switch never waits for this check. Throws `ProblemsFound`.
 */
export async function checkConstraints(transaction: ChangeTransaction): Promise<void> {
  const ids = await readConstrained(transaction);
  const work: Work = { steps: mostSteps };
  const problems: Problem[] = [];
  const pause = createPause(sliceMs);
  for await (const slice of inSlices(ids, featuresPerSlice)) {
    for (const feature of await readFeatures(transaction, slice)) {
      for (const { path, message } of problemsOf(feature, work)) {
        if (message !== undefined) problems.push({ path: featurePath(transaction, feature, path), message });
        if (problems.length > maxProblems) throw new ProblemsFound(problems);
        await pause();
      }
    }
  }
  if (problems.length > 0) throw new ProblemsFound(problems);
}

/** Reads the ids of the changed features with constraints. */
async function readConstrained({ client, recorded }: ChangeTransaction): Promise<string[]> {
  const changed = recorded.flatMap(({ event, featureId }) =>
    event?.kind === 'feature' && event.after !== undefined && featureId !== undefined ? [featureId] : [],
  );
  if (changed.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `SELECT DISTINCT feature_id AS id FROM variable
     WHERE feature_id = ANY($1) AND deleted_at IS NULL AND constraints IS NOT NULL ORDER BY feature_id`,
    [[...new Set(changed)]],
  );
  return rows.map(({ id }) => id);
}

/** A problem, or none: the caller may do something else in between. */
interface Step {
  readonly path: string;
  readonly message?: string;
}

function* problemsOf(feature: FeatureState, work: Work): Generator<Step> {
  try {
    let characters = 0;
    for (const [index, variable] of feature.variables.entries()) {
      if (variable.constraints === null) continue;
      characters += JSON.stringify(variable.constraints).length;
      if (characters > mostCharacters) {
        const message = `can have constraints of at most ${mostCharacters} characters in total, as JSON`;
        yield { path: 'variables', message };
        return;
      }
      const { compiled, isNew } = cache.get(variable.constraints, variable.type);
      work.steps -= isNew ? stepsOfCompiling : 0;
      if (work.steps < 0) throw new TooMuchWork();
      for (const { path, message } of compiled.problems)
        yield { path: `variables[${index}].${path}`, message };
      if (compiled.problems.length === 0) yield* valueProblems(feature, variable, compiled, work);
    }
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    const message = 'Checking the constraints takes too long. Change fewer features at once.';
    throw new ProblemsFound([{ path: '', message }]);
  }
}

function* valueProblems(
  { variations }: FeatureState,
  { id, slug }: VariableState,
  compiled: CompiledConstraints,
  work: Work,
): Generator<Step> {
  for (const [index, { values }] of variations.entries()) {
    const value = values.get(id);
    // `checkTouchedFeatures` has found values that are missing.
    if (value === undefined) continue;
    const path = memberPath(`variations[${index}].values`, slug);
    yield { path };
    yield* checkValue(compiled, value, path, work);
  }
}
