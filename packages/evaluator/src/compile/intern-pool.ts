import type { Excess } from '../definition/limits.ts';
import type { SharedFeature } from '../model/shared-feature.ts';
import { compilePatterns, type Pattern } from '../patterns/pattern.ts';
import type { RuneClass } from '../patterns/rune-class.ts';

/** Shares equal parts between fragments and environments. */
export interface InternPool {
  /** The equal shared feature of another environment of the project, or the given one. */
  readonly share: (shared: SharedFeature) => SharedFeature;
  /** Compiles patterns once for all conditions that have the same; `undefined` = one of them is malformed. */
  readonly patternOf: (sources: readonly string[], foldsCase: boolean) => Pattern | undefined;
  /** Called for every definition beyond the limits when it is compiled; a lazy feature is compiled on its first use. */
  readonly onExceeded?: ((excess: Excess) => void) | undefined;
}

/** Creates the pool of a process. It keeps nothing alive: objects that no datafile uses any more are dropped. */
export function createInternPool({ onExceeded }: Pick<InternPool, 'onExceeded'> = {}): InternPool {
  const sharedFeatures = createWeakMap<SharedFeature>();
  const patterns = createWeakMap<Pattern>();
  const namedClasses = new Map<string, RuneClass>();
  // As many as Unicode has categories and scripts, at most.
  const namedClassOf = (notation: string, make: () => RuneClass): RuneClass => {
    const known = namedClasses.get(notation) ?? make();
    namedClasses.set(notation, known);
    return known;
  };
  return {
    onExceeded,
    share(shared) {
      const known = sharedFeatures.get(shared.id);
      if (known !== undefined && isSameSharedFeature(known, shared)) return known;
      sharedFeatures.set(shared.id, shared);
      return shared;
    },
    patternOf(sources, foldsCase) {
      const name = `${foldsCase ? 'i' : '-'}${sources.length === 1 ? sources[0] : JSON.stringify(sources)}`;
      const known = patterns.get(name);
      if (known !== undefined) return known;
      const pattern = compilePatterns(sources, foldsCase, namedClassOf);
      if (pattern !== undefined) patterns.set(name, pattern);
      return pattern;
    },
  };
}

/** Creates a map that keeps a key only while something else keeps the value alive. */
function createWeakMap<Value extends object>(): {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
} {
  const values = new Map<string, WeakRef<Value>>();
  const forgotten = new FinalizationRegistry<string>((key) => {
    if (values.get(key)?.deref() === undefined) values.delete(key);
  });
  return {
    get: (key) => values.get(key)?.deref(),
    set(key, value) {
      values.set(key, new WeakRef(value));
      forgotten.register(value, key);
    },
  };
}

/** Values compare as JSON, hence by order of members too: they are served as they were stored. */
function isSameSharedFeature(left: SharedFeature, right: SharedFeature): boolean {
  return (
    left.slug === right.slug &&
    left.status === right.status &&
    left.salt === right.salt &&
    isSameList(
      left.variables,
      right.variables,
      (a, b) => a.id === b.id && a.slug === b.slug && a.isJson === b.isJson && a.isClient === b.isClient,
    ) &&
    isSameList(
      left.variations,
      right.variations,
      (a, b) => a.id === b.id && a.slug === b.slug && isSameList(a.values, b.values, Object.is),
    )
  );
}

function isSameList<T>(left: readonly T[], right: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  return left.length === right.length && left.every((entry, index) => isSame(entry, right[index] as T));
}
