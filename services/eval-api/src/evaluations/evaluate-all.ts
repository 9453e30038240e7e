import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CachedEnvironment, FoundKey } from '@bunting/datafile';
import {
  countAll,
  evaluateUncounted,
  type Datafile,
  type Evaluation,
  type EvaluationContext,
  type VariableList,
} from '@bunting/evaluator';
import { quote } from '../quote.ts';
import { evaluateOne } from './evaluate-one.ts';

/** What one user gets of one version of an environment. */
export interface Evaluations {
  readonly version: number;
  /** Milliseconds: when some of them may be others although nobody changes anything; undefined = never. */
  readonly refreshAt: number | undefined;
  /** What the answer calls each of them. */
  readonly names: readonly string[];
  /** The same as JSON, as the beginnings of members of an object: `"a":`, then `,"b":`. */
  readonly members: readonly string[];
  readonly found: readonly Evaluation[];
}

export interface Question extends Pick<FoundKey, 'environment' | 'kind'> {
  readonly context: EvaluationContext;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Evaluates the variables of these names, in any case; a name that is there twice once. */
export function evaluateNamed(question: Question, names: readonly string[]): Evaluations {
  const { context, time } = question;
  const distinct = [...new Set(names)];
  const found = distinct.map((name) => evaluateOne(question, name, context, time));
  return { ...stateOf(question), names: distinct, members: membersOf(distinct), found };
}

/** As many as a batch has. */
const perSlice = 100;
const sliceMs = 5;
const maxAttempts = 3;

/**
 * Evaluates all variables of the environment, or all that client keys get, in the order of their slugs. Of very many the event loop answers
 * other requests in between. If the environment changes meanwhile it begins again, so that nobody gets half of a version;
 * only what is answered is counted.
 */
export async function evaluateAll(question: Question): Promise<Evaluations> {
  for (let attempt = 1; ; attempt++) {
    const evaluating = evaluateInSlices(question, attempt < maxAttempts);
    const done = evaluating instanceof Promise ? await evaluating : evaluating;
    if (done !== undefined) return done;
  }
}

function evaluateInSlices(
  question: Question,
  mayPause: boolean,
): Evaluations | Promise<Evaluations | undefined> {
  const { environment, kind, context, time } = question;
  const { datafile } = environment;
  const state = stateOf(question);
  const list = datafile.list(kind === 'client');
  const { slugs, byFeature } = list;
  // oxlint-disable-next-line unicorn/no-new-array -- Array.from takes a fifth of the time of the evaluations
  const found = new Array<Evaluation>(slugs.length);

  function evaluateSlice(from: number): number {
    const to = Math.min(from + perSlice, byFeature.length);
    for (let position = from; position < to; position++) {
      const index = byFeature[position]!;
      found[index] = evaluateUncounted(datafile, slugs[index]!, context, time);
    }
    return to;
  }

  let next = evaluateSlice(0);
  if (next < slugs.length && mayPause) return finish();
  while (next < slugs.length) next = evaluateSlice(next);
  countAll(datafile, found);
  return { ...state, names: slugs, members: membersOfList(list), found };

  /** Undefined = the environment has changed. */
  async function finish(): Promise<Evaluations | undefined> {
    let end = performance.now() + sliceMs;
    while (next < slugs.length) {
      if (performance.now() >= end) {
        await nextTurn();
        if (hasChanged(environment, state.version, datafile)) return undefined;
        end = performance.now() + sliceMs;
      }
      next = evaluateSlice(next);
    }
    countAll(datafile, found);
    return { ...state, names: slugs, members: membersOfList(list), found };
  }
}

/** Those of lists are kept with them, because writing them takes as long as writing the rest of the answer. */
const membersOfLists = new WeakMap<VariableList, readonly string[]>();

function membersOfList(list: VariableList): readonly string[] {
  let members = membersOfLists.get(list);
  if (members === undefined) {
    members = membersOf(list.slugs);
    membersOfLists.set(list, members);
  }
  return members;
}

function membersOf(names: readonly string[]): readonly string[] {
  return names.map((name, index) => (index === 0 ? `${quote(name)}:` : `,${quote(name)}:`));
}

function hasChanged(environment: CachedEnvironment, version: number, datafile: Datafile): boolean {
  // What was evicted follows no changes: the answer is of the version that it began with.
  if (environment.isEvicted) return false;
  return environment.version !== version || environment.datafile !== datafile;
}

function stateOf({ environment, kind, time }: Question): Pick<Evaluations, 'version' | 'refreshAt'> {
  const { version, datafile } = environment;
  return { version, refreshAt: datafile.nextRefresh(time, kind === 'client') };
}
