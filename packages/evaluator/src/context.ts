import { CUSTOM_SLOT, slotOf } from './attribute.ts';
import type { Attribute } from './attribute.ts';
import { bucketAfter } from './bucket.ts';
import type { BucketPurpose, Salting } from './bucket.ts';
import { decimalOf } from './values/decimal.ts';
import { DerivedValues } from './rule-index/derived-values.ts';
import { foldCase } from './values/fold-case.ts';
import type { IpAddress } from './values/ip-address.ts';
import { limits } from './compile/limits.ts';
import type { Version } from './values/version.ts';

const LONGEST_TEXT: number = limits.maxTextLength;

/**
 * What conditions see in the place of a text beyond `limits.longestText`: present, but of a type that no operator takes.
 * So it is missing for all of them but `exists` and `not_exists`, and no bucketing key.
 */
export const tooLong: Readonly<Record<string, never>> = Object.freeze({});

/** Up to here, hashing a bucketing key anew is as fast as remembering it. */
const SHORT_KEY = 64;

/** `undefined` = missing. */
type Slot = string | readonly string[] | typeof tooLong | undefined;

/**
 * The user of one request, as `readContext` read it. What conditions derive from an attribute (its lower
 * case, its version …) is derived once, on first demand. Short-lived: made for one request.
 */
export class EvaluationContext {
  /** By `slotOf`; `undefined` = missing. */
  readonly slots: readonly Slot[];
  private readonly customData: Readonly<Record<string, unknown>> | undefined;
  private readonly tooLongNames: TooLongNames | undefined;
  private lowerEmail: string | undefined = undefined;
  private lowerCountry: string | undefined = undefined;
  private derivedValues: DerivedValues | undefined = undefined;
  private answers: Map<(context: EvaluationContext) => boolean, boolean> | undefined = undefined;
  /** The targeting run through last and what it served, kept by `evaluate`. */
  decided: { readonly targeting: object; readonly now: number; readonly variation: number } | undefined =
    undefined;

  constructor(
    slots: readonly Slot[],
    customData: Readonly<Record<string, unknown>> | undefined,
    tooLongNames: TooLongNames | undefined,
  ) {
    this.slots = slots;
    this.customData = customData;
    this.tooLongNames = tooLongNames;
  }

  /** Whatever its length: overrides and counts of users know it by that. */
  get userId(): string | undefined {
    const slot = this.slots[slotOf.user_id];
    return slot === tooLong ? this.tooLongNames?.userId : (slot as string | undefined);
  }

  /** As given, whatever its length. */
  get email(): string | undefined {
    const slot = this.slots[slotOf.email];
    return slot === tooLong ? this.tooLongNames?.email : (slot as string | undefined);
  }

  /** Any JSON value but null; `undefined` = missing. */
  valueOf(attribute: Attribute): unknown {
    if (attribute.slot !== CUSTOM_SLOT) return this.slots[attribute.slot];
    return this.customValueOf(attribute);
  }

  lowerCaseOf(attribute: Attribute, text: string): string {
    if (attribute.slot === slotOf.email) return (this.lowerEmail ??= foldCase(text));
    if (attribute.slot === slotOf.country) return (this.lowerCountry ??= foldCase(text));
    return this.derived.lowerCaseOf(text);
  }

  versionOf(text: string): Version | undefined {
    return this.derived.versionOf(text);
  }

  /** The same for versions that are equal. */
  versionTextOf(text: string): string | undefined {
    return this.derived.versionTextOf(text);
  }

  instantOf(text: string): number | undefined {
    return this.derived.instantOf(text);
  }

  addressOf(text: string): IpAddress | undefined {
    return this.derived.addressOf(text);
  }

  decimalOf(value: number): string {
    return this.derived.decimalOf(value);
  }

  /** A list without case. Texts beyond `limits.longestText` are left out: they equal nothing. */
  foldedListOf(list: readonly unknown[]): readonly unknown[] {
    return this.derived.foldedListOf(list);
  }

  /** What is in a list, for operands to be looked up in. */
  setOf(list: readonly unknown[]): ReadonlySet<unknown> {
    return this.derived.setOf(list);
  }

  bucketOf(salting: Salting, purpose: BucketPurpose, key: string): number {
    return key.length <= SHORT_KEY
      ? bucketAfter(salting[purpose], key)
      : this.derived.bucketOf(salting, purpose, key);
  }

  private get derived(): DerivedValues {
    return (this.derivedValues ??= new DerivedValues());
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
    if (typeof value === 'string') return value.length > LONGEST_TEXT ? tooLong : value;
    // JSON can say 1e400, which reads as infinity: no number that could be compared.
    return value === null || value === Infinity || value === -Infinity ? undefined : value;
  }
}

/**
 * Reads the `user` of a request (contract §2.2, decisions §1.2): members of a wrong type are missing, a
 * number as id is its decimal string, an empty id or email is none. Whoever answers requests has rejected
 * what is no object before.
 */
export function readContext(given: object | null | undefined): EvaluationContext {
  const user = (given ?? {}) as Readonly<Record<string, unknown>>;
  const id = idOf(user['id']);
  const email = textIn(user['email']) || undefined;
  return new EvaluationContext(
    [
      id,
      email,
      textIn(user['organisation_id']),
      textIn(user['ip']),
      textIn(user['app_version']),
      textIn(user['platform']),
      textIn(user['country']),
      stringsOf(user['audiences']),
    ],
    customDataOf(user['custom_data']),
    id === tooLong || email === tooLong
      ? { userId: givenText(user['id']), email: givenText(user['email']) }
      : undefined,
  );
}

/** Those of a user that are too long for conditions. */
interface TooLongNames {
  readonly userId: string | undefined;
  readonly email: string | undefined;
}

function idOf(value: unknown): string | typeof tooLong | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? decimalOf(value) : undefined;
  return textIn(value) || undefined;
}

function textIn(value: unknown): string | typeof tooLong | undefined {
  if (typeof value !== 'string') return undefined;
  return value.length > LONGEST_TEXT ? tooLong : value;
}

function givenText(value: unknown): string | undefined {
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
