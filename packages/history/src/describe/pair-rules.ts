import type { RuleDefinition } from '@bunting/evaluator/definition';
import type { Matched, Pair } from './match-parts.ts';

/**
 * Which rule of one targeting became which of another: first equal rules, then those of one name, then those that differ in their
 * names alone, then those that are alike. Each takes the first that is left, as `matchParts` does, but by looking texts up
 * instead of comparing rule with rule: a targeting may have a thousand rules of any length.
 */
export function pairRules(
  before: readonly RuleDefinition[],
  after: readonly RuleDefinition[],
  getTexts: GetTexts = createGetTexts(),
): Matched {
  const remaining = createRemaining(after.map(getTexts));
  const pairs: Pair[] = [];
  let removed = before.map((rule, index) => ({ index, texts: getTexts(rule) }));
  const pairBy = (find: (texts: RuleTexts) => number | undefined): void => {
    removed = removed.filter(({ index, texts }) => {
      const to = find(texts);
      if (to === undefined) return true;
      remaining.take(to);
      pairs.push([index, to]);
      return false;
    });
  };
  pairBy(({ whole }) => remaining.first('whole', whole));
  pairBy(({ name }) => (name === '' ? undefined : remaining.first('name', name)));
  pairBy(({ content }) => remaining.first('content', content));
  pairBy((texts) => firstAlike(remaining, texts));
  return {
    pairs: pairs.toSorted(([one], [other]) => one - other),
    removed: removed.map(({ index }) => index),
    added: remaining.left(),
  };
}

/** Whether one rule probably became the other: neither has a name, or both apply to the same users or serve the same. */
function firstAlike({ first }: Remaining, { name, anyOf, serve }: RuleTexts): number | undefined {
  const found = [
    name === '' ? first('name', '') : undefined,
    first('anyOf', anyOf),
    first('serve', serve),
  ].filter((index) => index !== undefined);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** A rule as texts, which are equal where it is. */
export interface RuleTexts {
  readonly whole: string;
  readonly name: string;
  /** The rule without its name. */
  readonly content: string;
  readonly anyOf: string;
  readonly serve: string;
}

export type GetTexts = (rule: RuleDefinition) => RuleTexts;

/** Writes each rule once, however often it is asked for. */
export function createGetTexts(): GetTexts {
  const known = new Map<RuleDefinition, RuleTexts>();
  return (rule) => {
    const texts = known.get(rule) ?? write(rule);
    known.set(rule, texts);
    return texts;
  };
}

function write({ id: _id, name, any_of, serve: serves, ...rest }: RuleDefinition): RuleTexts {
  const [anyOf, serve] = [JSON.stringify(any_of), JSON.stringify(serves)];
  const content = `${JSON.stringify(rest)} ${anyOf} ${serve}`;
  return { whole: `${JSON.stringify(name)} ${content}`, name, content, anyOf, serve };
}

interface Remaining {
  /** The first rule that is left and has this text. */
  readonly first: (by: keyof RuleTexts, text: string) => number | undefined;
  readonly take: (index: number) => void;
  readonly left: () => number[];
}

function createRemaining(rules: readonly RuleTexts[]): Remaining {
  const taken = new Set<number>();
  const indexes = new Map<keyof RuleTexts, Map<string, number[]>>();
  return {
    first(by, text) {
      // Most rules are found whole, so that their other texts are never looked up.
      const known = indexes.get(by) ?? indexBy(rules, by, taken);
      indexes.set(by, known);
      const found = known.get(text) ?? [];
      while (found.length > 0 && taken.has(found.at(-1) as number)) found.pop();
      return found.at(-1);
    },
    take: (index) => taken.add(index),
    left: () => [...rules.keys()].filter((index) => !taken.has(index)),
  };
}

/** Indexes of the rules that are left; the first comes last, so that `pop` removes it. */
function indexBy(
  rules: readonly RuleTexts[],
  by: keyof RuleTexts,
  taken: ReadonlySet<number>,
): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  for (let index = rules.length - 1; index >= 0; index -= 1) {
    if (taken.has(index)) continue;
    const text = (rules[index] as RuleTexts)[by];
    const known = indexes.get(text);
    if (known === undefined) indexes.set(text, [index]);
    else known.push(index);
  }
  return indexes;
}
