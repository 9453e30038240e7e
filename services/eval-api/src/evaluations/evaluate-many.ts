import type { FoundKey } from '@bunting/datafile';
import type {
  Datafile,
  DatafileSnapshot,
  Evaluation,
  EvaluationContext,
  VariableList,
} from '@bunting/evaluator';
import { quote } from '../quote.ts';

/** The evaluations of one user with one version of an environment. */
export interface Evaluations {
  readonly version: number;
  /** Milliseconds: when some of them may be others although nobody changes anything; undefined = never. */
  readonly refreshAt: number | undefined;
  /** The name of each in the answer. */
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

/** An answer that is being evaluated: of the moment of its first step, whatever is changed meanwhile. */
export interface Evaluating {
  /** Evaluates for so many milliseconds from `begun` on, which is now. True = all are evaluated, and counted. */
  step(begun: number, ms: number): boolean;
  /** Milliseconds that all steps take at most, by the estimates of the definitions. */
  cost(): number;
  /** Returns the evaluations, after the last step. */
  made(): Evaluations;
  close(): void;
}

/** The requested variables, in the order of the answer. */
interface Wanted {
  readonly names: readonly string[];
  readonly members: () => readonly string[];
  readonly asked: Parameters<DatafileSnapshot['count']>[0];
  /** In the order of evaluation. */
  readonly slugs: readonly string[];
  /** The position of each of `slugs` in the answer; absent = in the same order. */
  readonly positions?: readonly number[];
}

/** Evaluates the variables of these names, in any case, one that is there twice once; absent = all that the key gets, in the order of slugs. */
export function createEvaluating(question: Question, names: readonly string[] | undefined): Evaluating {
  const { environment, kind, context, time } = question;
  let opened: ReturnType<typeof open> | undefined;

  function open() {
    const { datafile, version } = environment;
    const isClientOnly = kind === 'client';
    const wanted = names === undefined ? listed(datafile.list(isClientOnly)) : named(names);
    const { slugs, positions } = wanted;
    const refreshAt = datafile.nextRefresh(time, isClientOnly);
    return {
      wanted,
      version,
      refreshAt,
      snapshot: datafile.openSnapshot({ slugs, positions, isClientOnly }),
    };
  }

  return {
    step(begun, ms) {
      opened ??= open();
      let seen: number | undefined = begun;
      const timeLeft = () => {
        const at = seen ?? performance.now();
        seen = undefined;
        return (begun + ms - at) * 1e6;
      };
      if (!opened.snapshot.evaluate(timeLeft, context, time)) return false;
      opened.snapshot.count(opened.wanted.asked);
      return true;
    },
    made() {
      const { wanted, version, refreshAt, snapshot } = opened!;
      return { version, refreshAt, names: wanted.names, members: wanted.members(), found: snapshot.found };
    },
    cost: () => (opened?.snapshot.cost() ?? 0) / 1e6,
    close: () => opened?.snapshot.close(),
  };
}

/** Returns the number of requested variables. */
export function countVariables(
  { environment, kind }: Question,
  names: readonly string[] | undefined,
): number {
  return names?.length ?? environment.datafile.list(kind === 'client').slugs.length;
}

function named(names: readonly string[]): Wanted {
  const distinct = [...new Set(names)];
  return {
    names: distinct,
    members: () => membersOf(distinct),
    asked: 'by key',
    slugs: distinct.map((name) => name.toLowerCase()),
  };
}

/** Cached with the lists, because computing it takes as long as writing the rest of the answer. */
const keptOfLists = new WeakMap<VariableList, Wanted>();

function listed(list: VariableList): Wanted {
  let wanted = keptOfLists.get(list);
  if (wanted === undefined) {
    const { slugs, byFeature } = list;
    const members = membersOf(slugs);
    wanted = {
      names: slugs,
      members: () => members,
      asked: 'with all',
      slugs: byFeature.map((index) => slugs[index]!),
      positions: byFeature,
    };
    keptOfLists.set(list, wanted);
  }
  return wanted;
}

function membersOf(names: readonly string[]): readonly string[] {
  return names.map((name, index) => (index === 0 ? `${quote(name)}:` : `,${quote(name)}:`));
}

/** Measured times of evaluating, in milliseconds per variable. */
export interface MeasuredCosts {
  of(datafile: Datafile, names: readonly string[] | undefined): number;
  measured(datafile: Datafile, names: readonly string[] | undefined, ms: number): void;
}

/** Remembers the last measurement of each datafile; one that was never slow is not measured, and takes 0. */
export function createMeasuredCosts(): MeasuredCosts {
  const known = { all: new WeakMap<Datafile, number>(), named: new WeakMap<Datafile, number>() };
  const mapOf = (names: readonly string[] | undefined) => (names === undefined ? known.all : known.named);
  return {
    of: (datafile, names) => mapOf(names).get(datafile) ?? 0,
    measured: (datafile, names, ms) => void mapOf(names).set(datafile, ms),
  };
}
