import { CUSTOM_SLOT, slotOf } from './attribute.ts';
import type { Attribute } from './attribute.ts';
import { bucketAfter } from './bucket.ts';
import type { BucketPurpose, Salting } from './bucket.ts';
import { decimalOf } from './decimal.ts';
import { parseInstant } from './instant.ts';
import { parseIpAddress } from './ip-address.ts';
import type { IpAddress } from './ip-address.ts';
import { foldCase } from './fold-case.ts';
import { limits } from './limits.ts';
import { formatVersion, parseVersion } from './version.ts';
import type { Version } from './version.ts';

/**
 * What conditions see in the place of a text beyond `limits.longestText`: present, but of a type that no operator takes.
 * So it is missing for all of them but `exists` and `not_exists`, and no bucketing key.
 */
export const tooLong: Readonly<Record<string, never>> = Object.freeze({});

/** Up to here, hashing a bucketing key anew is as fast as remembering it. */
const SHORT_KEY = 64;

/** Of one feature, by bucketing key. */
interface Buckets {
  readonly salting: Salting;
  readonly rollout: Map<string, number>;
  readonly split: Map<string, number>;
}

/** `undefined` = missing. */
type Slot = string | readonly string[] | typeof tooLong | undefined;

/**
 * The user of one request, as `readContext` read it. What conditions derive from an attribute (its lower
 * case, its version …) is derived once, on first demand. Short-lived: made for one request.
 */
export class EvaluationContext {
  /** By `slotOf`; `undefined` = missing. */
  readonly slots: readonly Slot[];
  /** As given, whatever its length: overrides and counts of users know it by that. */
  readonly userId: string | undefined;
  readonly email: string | undefined;
  private readonly customData: Readonly<Record<string, unknown>> | undefined;
  private lowerEmail: string | undefined = undefined;
  private lowerCountry: string | undefined = undefined;
  private lowered: Map<string, string> | undefined = undefined;
  private versions: Map<string, Version | undefined> | undefined = undefined;
  private versionTexts: Map<string, string | undefined> | undefined = undefined;
  private instants: Map<string, number | undefined> | undefined = undefined;
  private addresses: Map<string, IpAddress | undefined> | undefined = undefined;
  private foldedLists: Map<readonly unknown[], readonly unknown[]> | undefined = undefined;
  private sets: Map<readonly unknown[], ReadonlySet<unknown>> | undefined = undefined;
  private decimals: Map<number, string> | undefined = undefined;
  private buckets: Buckets | undefined = undefined;
  private answers: Map<(context: EvaluationContext) => boolean, boolean> | undefined = undefined;
  /** The targeting run through last and what it served, kept by `evaluate`. */
  decided: { readonly targeting: object; readonly now: number; readonly variation: number } | undefined =
    undefined;

  constructor(slots: readonly Slot[], customData: Readonly<Record<string, unknown>> | undefined) {
    this.userId = slots[slotOf.user_id] as string | undefined;
    this.email = slots[slotOf.email] as string | undefined;
    this.slots = slots.some(isTooLong) ? slots.map((slot) => (isTooLong(slot) ? tooLong : slot)) : slots;
    this.customData = customData;
  }

  /** Any JSON value but null; `undefined` = missing. */
  valueOf(attribute: Attribute): unknown {
    if (attribute.slot !== CUSTOM_SLOT) return this.slots[attribute.slot];
    return this.customValueOf(attribute);
  }

  lowerCaseOf(attribute: Attribute, text: string): string {
    if (attribute.slot === slotOf.email) return (this.lowerEmail ??= foldCase(text));
    if (attribute.slot === slotOf.country) return (this.lowerCountry ??= foldCase(text));
    return derive((this.lowered ??= new Map<string, string>()), text, foldCase);
  }

  versionOf(text: string): Version | undefined {
    return derive((this.versions ??= new Map<string, Version | undefined>()), text, parseVersion);
  }

  /** The same for versions that are equal. */
  versionTextOf(text: string): string | undefined {
    return derive((this.versionTexts ??= new Map<string, string | undefined>()), text, (original) => {
      const version = this.versionOf(original);
      return version && formatVersion(version);
    });
  }

  instantOf(text: string): number | undefined {
    return derive((this.instants ??= new Map<string, number | undefined>()), text, parseInstant);
  }

  decimalOf(value: number): string {
    return derive((this.decimals ??= new Map<number, string>()), value, decimalOf);
  }

  /** Hashing a long key takes a while, so the feature that was asked for last remembers its buckets. */
  bucketOf(salting: Salting, purpose: BucketPurpose, key: string): number {
    if (key.length <= SHORT_KEY) return bucketAfter(salting[purpose], key);
    if (this.buckets === undefined || this.buckets.salting !== salting) {
      this.buckets = { salting, rollout: new Map(), split: new Map() };
    }
    return derive(this.buckets[purpose], key, () => bucketAfter(salting[purpose], key));
  }

  /** A list without case. Texts beyond `limits.longestText` are left out: they equal nothing. */
  foldedListOf(list: readonly unknown[]): readonly unknown[] {
    return derive((this.foldedLists ??= new Map<readonly unknown[], readonly unknown[]>()), list, foldList);
  }

  /** What is in a list, for operands to be looked up in. */
  setOf(list: readonly unknown[]): ReadonlySet<unknown> {
    return derive((this.sets ??= new Map<readonly unknown[], ReadonlySet<unknown>>()), list, toSet);
  }

  addressOf(text: string): IpAddress | undefined {
    return derive((this.addresses ??= new Map<string, IpAddress | undefined>()), text, parseIpAddress);
  }

  /** Runs a test that is worth remembering at most once per request. */
  answerOf(test: (context: EvaluationContext) => boolean): boolean {
    this.answers ??= new Map<typeof test, boolean>();
    const known = this.answers.get(test);
    if (known !== undefined) return known;
    const answer = test(this);
    this.answers.set(test, answer);
    return answer;
  }

  private customValueOf({ customKey, isInheritable }: Attribute): unknown {
    const data = this.customData;
    if (data === undefined) return undefined;
    // decisions §1.2: own properties only; `__proto__` never resolves, not even where JSON made an own property of it.
    // Nothing but these names can be inherited here (see customDataOf), and for others asking first costs 10 ns.
    if (isInheritable && (customKey === '__proto__' || !Object.hasOwn(data, customKey))) return undefined;
    const value = data[customKey];
    if (typeof value === 'string') return value.length > limits.longestText ? tooLong : value;
    // JSON can say 1e400, which reads as infinity: no number that could be compared.
    return value === null || value === Infinity || value === -Infinity ? undefined : value;
  }
}

function isTooLong(slot: Slot): boolean {
  return typeof slot === 'string' && slot.length > limits.longestText;
}

function foldList(list: readonly unknown[]): readonly unknown[] {
  const folded: unknown[] = [];
  for (const entry of list) {
    if (typeof entry !== 'string') folded.push(entry);
    else if (entry.length <= limits.longestText) folded.push(foldCase(entry));
  }
  return folded;
}

function toSet(list: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(list);
}

function derive<From, T>(known: Map<From, T>, from: From, compute: (from: From) => T): T {
  const value = known.get(from);
  if (value !== undefined || known.has(from)) return value as T;
  const computed = compute(from);
  known.set(from, computed);
  return computed;
}

/**
 * Reads the `user` of a request (contract §2.2, decisions §1.2): members of a wrong type are missing, a
 * number as id is its decimal string, an empty id or email is none. Whoever answers requests has rejected
 * what is no object before.
 */
export function readContext(given: object | null | undefined): EvaluationContext {
  const user = (given ?? {}) as Readonly<Record<string, unknown>>;
  return new EvaluationContext(
    [
      idOf(user['id']),
      stringOf(user['email']) || undefined,
      stringOf(user['organisation_id']),
      stringOf(user['ip']),
      stringOf(user['app_version']),
      stringOf(user['platform']),
      stringOf(user['country']),
      stringsOf(user['audiences']),
    ],
    customDataOf(user['custom_data']),
  );
}

function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? decimalOf(value) : undefined;
  return stringOf(value) || undefined;
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function stringsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined;
}

/** As parsed JSON it inherits from nothing but Object.prototype; whatever else it may be is copied to be like that. */
function customDataOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return (isPlain ? value : { ...value }) as Readonly<Record<string, unknown>>;
}
