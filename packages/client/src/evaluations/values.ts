import type { Details } from '../public/client.ts';
import type { Evaluation, Evaluations } from '../public/evaluations.ts';
import type { JsonValue } from '../public/variables.ts';
import { typeOf } from '../type-of.ts';

/** What is served at present. */
export interface Loaded {
  readonly evaluations: Evaluations;
  readonly source: 'network' | 'storage' | 'bootstrap' | 'local';
  readonly etag?: string | null | undefined;
  /** A bootstrap of another user: it is shown until the service has answered, and counts for nothing. */
  readonly isForeign?: boolean;
}

export interface Values {
  readonly loaded: Loaded | undefined;
  /** Returns the keys whose value or variation differs. Values that are equal keep their identity. */
  replaceLoaded(next: Loaded | undefined): string[];
  details(key: string, fallback: unknown): Details<unknown>;
  /** The result of a variable for the present user; undefined = unknown, or nothing of this user is loaded. */
  findResult(key: string): Evaluation | undefined;
  /** undefined ends it. Returns whether that changes the value. */
  override(key: string, value: JsonValue | undefined): boolean;
  readonly all: () => Evaluations;
}

/** The variables of the present user. Reading them asks nobody. */
export function createValues(overrides: object): Values {
  const overridden = new Map<string, Partial<Evaluation>>();
  let loaded: Loaded | undefined;

  const all = (): Evaluations => loaded?.evaluations ?? { version: 0, results: {} };
  function get(key: string): Evaluation | undefined {
    const result = resultOf(all(), nameOf(key));
    return result?.reason === 'variable_not_found' ? undefined : result;
  }
  function override(key: string, value: JsonValue | undefined): boolean {
    const name = nameOf(key);
    const present = () => (overridden.get(name) ?? get(name))?.value;
    const before = present();
    if (value === undefined) overridden.delete(name);
    else overridden.set(name, { value });
    return !isEqual(before, present());
  }
  for (const [key, value] of Object.entries(overrides)) override(key, value as JsonValue);
  return {
    get loaded() {
      return loaded;
    },
    findResult: (key) => (loaded?.isForeign ? undefined : get(key)),
    override,
    replaceLoaded(next) {
      const before = all();
      loaded = next;
      return Object.keys({ ...before.results, ...all().results }).filter((key) => {
        const old = resultOf(before, key);
        const fresh = resultOf(all(), key);
        const isSame = isEqual(old?.value, fresh?.value);
        if (isSame && old && fresh) fresh.value = old.value;
        return !(isSame && old?.variation === fresh?.variation) && !overridden.has(key);
      });
    },
    details(key, fallback) {
      const override = overridden.get(nameOf(key));
      const { value, variation = null, reason = null, feature = null } = override ?? get(key) ?? {};
      const isFallback = value == null || !isAlike(value, fallback);
      return {
        value: isFallback ? fallback : value,
        variation,
        reason,
        feature,
        isFallback,
        source: isFallback ? 'fallback' : override ? 'override' : loaded!.source,
        // null is what the service serves: the fallback is right then.
        ...(isFallback &&
          value !== null && {
            error: value !== undefined ? 'type_mismatch' : loaded ? 'not_found' : 'not_loaded',
          }),
      };
    },
    all,
  };
}

/** Own members alone: `__proto__` may be the key of a result, and must not be that of all objects. */
function resultOf({ results }: Evaluations, key: string): Evaluation | undefined {
  return Object.hasOwn(results, key) ? results[key] : undefined;
}

/** Keys compare without case. What is no text is the key of no variable. */
export function nameOf(key: string): string {
  return typeof key === 'string' ? key.toLowerCase() : '';
}

/** Decisions §8.7: the type of the fallback, arrays apart from objects; a null fallback takes anything. */
function isAlike(value: unknown, fallback: unknown): boolean {
  return fallback === null || typeOf(value) === typeOf(fallback);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
