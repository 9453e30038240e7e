import { customSlot, slotOf, type Attribute } from '../definition/attribute.ts';
import { limits } from '../definition/limits.ts';
import { bucketAfter, type BucketPurpose, type Salting } from '../values/bucket.ts';
import { formatDecimal } from '../values/decimal.ts';
import { foldCase } from '../values/fold-case.ts';
import type { IpAddress } from '../values/ip-address.ts';
import { LongNumber, mayBeRounded } from '../values/long-number.ts';
import type { ScalarSet } from '../values/scalar-set.ts';
import type { Version } from '../values/version.ts';
import { DerivedValues } from './derived-values.ts';

const longestText: number = limits.maxTextLength;
const longestList: number = limits.maxListLength;

/**
 * Conditions see this value instead of a text longer than `limits.maxTextLength` and of a list longer than `limits.maxListLength`. It is
 * present but of a type that no operator accepts, so only `exists` and `not_exists` see it, and it is no bucketing key.
 */
export const tooLong: Readonly<Record<string, never>> = Object.freeze({});

/** Hashing a bucketing key of at most this length is as fast as looking it up in a cache. */
const shortKey = 64;

/** `undefined` = missing. */
type Slot = string | readonly string[] | typeof tooLong | undefined;

/** Counts contexts, so that each has another number. */
const contexts = { last: 0 };

/**
 * The user of one request, as `readContext` read it. What conditions derive from an attribute (its lower
 * case, its version …) is derived once, on first demand. Short-lived: made for one request.
 */
export class EvaluationContext {
  /** By `slotOf`; `undefined` = missing. */
  readonly slots: readonly Slot[];
  private readonly customData: Readonly<Record<string, unknown>> | undefined;
  private readonly tooLongNames: TooLongNames | undefined;
  private readonly reread: RereadUser | undefined;
  private exactData: Readonly<Record<string, unknown>> | undefined = undefined;
  private lowerEmail: string | undefined = undefined;
  private lowerCountry: string | undefined = undefined;
  private derivedValues: DerivedValues | undefined = undefined;
  private answers: Map<(context: EvaluationContext) => boolean, boolean> | undefined = undefined;
  private ownNumber = 0;
  /** Nanoseconds by the estimates: the features that were evaluated because prerequisites name them, each time that they were asked for. */
  prerequisiteCost = 0;

  constructor(
    slots: readonly Slot[],
    customData: Readonly<Record<string, unknown>> | undefined,
    tooLongNames: TooLongNames | undefined,
    reread: RereadUser | undefined,
  ) {
    this.slots = slots;
    this.customData = customData;
    this.tooLongNames = tooLongNames;
    this.reread = reread;
  }

  /**
   * Stands for this context where an evaluation is remembered, so that no user stays in memory with it. It comes again after four thousand
   * million contexts.
   */
  get number(): number {
    if (this.ownNumber === 0) this.ownNumber = contexts.last = (contexts.last + 1) | 0 || 1;
    return this.ownNumber;
  }

  /** The id at any length, because overrides and user counts compare the whole id. */
  get userId(): string | undefined {
    const slot = this.slots[slotOf.user_id];
    return slot === tooLong ? this.tooLongNames?.userId : (slot as string | undefined);
  }

  /** As given, of any length. */
  get email(): string | undefined {
    const slot = this.slots[slotOf.email];
    return slot === tooLong ? this.tooLongNames?.email : (slot as string | undefined);
  }

  /** Returns any JSON value but null; `undefined` = missing. */
  valueOf(attribute: Attribute): unknown {
    if (attribute.slot !== customSlot) return this.slots[attribute.slot];
    return this.customValueOf(attribute);
  }

  /** Returns the value with a `LongNumber` for each number, also in a list, whose digits a double has lost. */
  exactValueOf(attribute: Attribute): unknown {
    const value = this.valueOf(attribute);
    if (attribute.slot !== customSlot) return value;
    if (typeof value === 'number' ? !mayBeRounded(value) : !Array.isArray(value)) return value;
    this.exactData ??= customDataOf(this.reread?.()?.custom_data) ?? this.customData;
    return this.exactData?.[attribute.customKey] ?? value;
  }

  lowerCaseOf(attribute: Attribute, text: string): string {
    if (attribute.slot === slotOf.email) return (this.lowerEmail ??= foldCase(text));
    if (attribute.slot === slotOf.country) return (this.lowerCountry ??= foldCase(text));
    return this.derived.lowerCaseOf(text);
  }

  versionOf(text: string): Version | undefined {
    return this.derived.versionOf(text);
  }

  /** Returns one text for all equal versions. */
  versionTextOf(text: string): string | undefined {
    return this.derived.versionTextOf(text);
  }

  instantOf(text: string): number | undefined {
    return this.derived.instantOf(text);
  }

  addressOf(text: string): IpAddress | undefined {
    return this.derived.addressOf(text);
  }

  /** Returns the digits of an attribute that is a number. */
  decimalOf(attribute: Attribute, value: number): string {
    const exact = mayBeRounded(value) ? this.exactValueOf(attribute) : value;
    return exact instanceof LongNumber ? exact.digits : this.derived.decimalOf(value);
  }

  /** Returns the list in folded case, without texts longer than `limits.maxTextLength`, which equal nothing. */
  foldedListOf(list: readonly unknown[]): readonly unknown[] {
    return this.derived.foldedListOf(list);
  }

  /** Returns the elements of a list as a set, in which operands are looked up. */
  setOf(list: readonly unknown[]): ScalarSet {
    return this.derived.setOf(list);
  }

  bucketOf(salting: Salting, purpose: BucketPurpose, key: string): number {
    return key.length <= shortKey
      ? bucketAfter(salting[purpose], key)
      : this.derived.bucketOf(salting, purpose, key);
  }

  private get derived(): DerivedValues {
    return (this.derivedValues ??= new DerivedValues());
  }

  /** Runs an expensive test at most once per request and caches its result. */
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
    if (typeof value === 'string') return value.length > longestText ? tooLong : value;
    if (Array.isArray(value)) return value.length > longestList ? tooLong : (value as readonly unknown[]);
    if (value instanceof LongNumber) return value.value;
    // JSON can say 1e400, which reads as infinity: no number that could be compared.
    return value === null || value === Infinity || value === -Infinity ? undefined : value;
  }
}

/** Returns the attribute as it is compared: in lower case when the condition ignores case. */
export function readScalar(context: EvaluationContext, attribute: Attribute, foldsCase: boolean): unknown {
  const value = context.valueOf(attribute);
  if (typeof value === 'string') return foldsCase ? context.lowerCaseOf(attribute, value) : value;
  return value;
}

/** Returns the user once more, read by `parseWithDigits`. */
export type RereadUser = () => Readonly<Partial<Record<string, unknown>>> | null | undefined;

/**
 * Reads the `user` of a request (contract §2.2, decisions §1.2): a number counts as its decimal text where a text is expected, members of other
 * wrong types are missing, and so are an empty id and email. The caller has already rejected a `user` that is not an object. `reread` is called
 * only if the user has a number whose digits matter and that JSON.parse may have rounded; without it such numbers stay as they are.
 */
export function readContext(given: object | null | undefined, reread?: RereadUser): EvaluationContext {
  const user = (given ?? {}) as Readonly<Record<string, unknown>>;
  const id = textOf(user['id'], 'id', reread) || undefined;
  const email = textOf(user['email'], 'email', reread) || undefined;
  return new EvaluationContext(
    [
      id,
      email,
      textOf(user['organisation_id'], 'organisation_id', reread),
      textOf(user['ip'], 'ip', reread),
      textOf(user['app_version'], 'app_version', reread),
      textOf(user['platform'], 'platform', reread),
      textOf(user['country'], 'country', reread),
      textsOf(user['audiences'], reread),
    ],
    customDataOf(user['custom_data']),
    id === tooLong || email === tooLong
      ? { userId: wholeText(id, user['id']), email: wholeText(email, user['email']) }
      : undefined,
    reread,
  );
}

/**
 * Returns the member of that name as a text. The value is a separate argument, because looking members up by a variable takes ten times as
 * long.
 */
function textOf(
  value: unknown,
  name: string,
  reread: RereadUser | undefined,
): string | typeof tooLong | undefined {
  if (typeof value === 'string' && value.length <= longestText) return value;
  // Apart, so that this much is inlined into readContext.
  return value === undefined ? undefined : textOfOther(value, name, reread);
}

/** Returns the text of a value that is neither missing nor a text that conditions read. */
function textOfOther(
  value: unknown,
  name: string,
  reread: RereadUser | undefined,
): string | typeof tooLong | undefined {
  if (typeof value === 'string') return tooLong;
  if (typeof value === 'number' && mayBeRounded(value)) return textOfNumber(reread?.()?.[name] ?? value);
  return textOfNumber(value);
}

/** The attributes of a user that are too long for conditions. */
interface TooLongNames {
  readonly userId: string | undefined;
  readonly email: string | undefined;
}

function wholeText(read: string | typeof tooLong | undefined, given: unknown): string | undefined {
  return read === tooLong ? (given as string) : (read as string | undefined);
}

/** Returns the decimal text of a finite number; `undefined` for everything else. */
function textOfNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? formatDecimal(value) : undefined;
  return value instanceof LongNumber ? value.digits : undefined;
}

/** Returns the texts and numbers of a list, as texts; `undefined` = it is no list. */
function textsOf(
  value: unknown,
  reread: RereadUser | undefined,
): readonly string[] | typeof tooLong | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length > longestList) return tooLong;
  if (value.every((entry) => typeof entry === 'string')) return value;
  const isRounded = value.some((entry) => typeof entry === 'number' && mayBeRounded(entry));
  const exact = isRounded ? reread?.()?.['audiences'] : undefined;
  const entries: readonly unknown[] = Array.isArray(exact) ? exact : value;
  return entries
    .map((entry) => (typeof entry === 'string' ? entry : textOfNumber(entry)))
    .filter((entry) => entry !== undefined);
}

/**
 * Returns `custom_data` with Object.prototype as its prototype, as parsed JSON has it. Any other object is copied, so that a look-up finds no
 * inherited member.
 */
function customDataOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return (isPlain ? value : { ...value }) as Readonly<Record<string, unknown>>;
}
