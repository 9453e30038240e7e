import {
  type Details,
  type Evaluation,
  type Evaluations,
  type JsonValue,
  matchesFallback,
  normaliseKey,
} from '@bunting/sdk-core';

/** The evaluations that are served now. */
export interface Loaded {
  readonly evaluations: Evaluations;
  readonly source: 'network' | 'storage' | 'bootstrap' | 'local';
  readonly etag?: string | null | undefined;
  /** The bootstrap is that of another user: it is shown until the service has answered, and reads of it are not counted. */
  readonly isForeign?: boolean;
}

/** The values of the current user and the overrides. */
export interface Values {
  readonly loaded: Loaded | undefined;
  /** Returns the keys whose value or variation changed. Equal values keep their identity. */
  replaceLoaded(next: Loaded | undefined): string[];
  getDetails(key: string, fallback: unknown): Details<unknown>;
  /** Returns the result of a variable for the current user; undefined = unknown, or nothing of this user is loaded. */
  findResult(key: string): Evaluation | undefined;
  /** Sets an override; undefined removes it. Returns true if the value changes. */
  setOverride(key: string, value: JsonValue | undefined): boolean;
  readonly getAll: () => Evaluations;
}

/** Creates the values of a client. Reads send no requests. */
export function createValues(overrides: object): Values {
  const overridden = new Map<string, Partial<Evaluation>>();
  let loaded: Loaded | undefined;

  const getAll = (): Evaluations => loaded?.evaluations ?? { version: 0, results: {} };
  function get(key: string): Evaluation | undefined {
    const result = getResult(getAll(), normaliseKey(key));
    return result?.reason === 'variable_not_found' ? undefined : result;
  }
  function setOverride(key: string, value: JsonValue | undefined): boolean {
    const name = normaliseKey(key);
    const getValue = () => (overridden.get(name) ?? get(name))?.value;
    const before = getValue();
    if (value === undefined) overridden.delete(name);
    else overridden.set(name, { value });
    return !isEqual(before, getValue());
  }
  for (const [key, value] of Object.entries(overrides)) setOverride(key, value as JsonValue);
  return {
    get loaded() {
      return loaded;
    },
    findResult: (key) => (loaded?.isForeign ? undefined : get(key)),
    setOverride,
    replaceLoaded(next) {
      const before = getAll();
      loaded = next;
      return Object.keys({ ...before.results, ...getAll().results }).filter((key) => {
        const old = getResult(before, key);
        const fresh = getResult(getAll(), key);
        const isSame = isEqual(old?.value, fresh?.value);
        if (isSame && old && fresh) fresh.value = old.value;
        return !(isSame && old?.variation === fresh?.variation) && !overridden.has(key);
      });
    },
    getDetails(key, fallback) {
      const override = overridden.get(normaliseKey(key));
      const { value, variation = null, reason = null, feature = null } = override ?? get(key) ?? {};
      const isFallback = value == null || !matchesFallback(value, fallback);
      return {
        value: isFallback ? fallback : value,
        variation,
        reason,
        feature,
        isFallback,
        source: isFallback ? 'fallback' : override ? 'override' : loaded!.source,
        // null is a served value: its fallback is no error.
        ...(isFallback &&
          value !== null && {
            error: value !== undefined ? 'type_mismatch' : loaded ? 'not_found' : 'not_loaded',
          }),
      };
    },
    getAll,
  };
}

/** Returns the result of a key. It reads own members only: `__proto__` may be a key. */
function getResult({ results }: Evaluations, key: string): Evaluation | undefined {
  return Object.hasOwn(results, key) ? results[key] : undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
