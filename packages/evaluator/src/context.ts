import { CUSTOM_SLOT, slotOf } from './attribute.ts';
import type { Attribute } from './attribute.ts';
import { decimalOf } from './decimal.ts';
import { parseInstant } from './instant.ts';
import { parseIpAddress } from './ip-address.ts';
import type { IpAddress } from './ip-address.ts';
import { parseVersion } from './version.ts';
import type { Version } from './version.ts';

/**
 * What all patterns together may spend in one request, in steps: program size times length of the subject.
 * The worst patterns known take 20 ns a step, hence 20 ms in all; an ordinary one takes about 1,000 steps
 * for an e-mail address.
 */
const PATTERN_STEPS_PER_REQUEST = 1_000_000;

/**
 * The user of one request, as `readContext` read it. What conditions derive from an attribute (its lower
 * case, its version …) is derived once, on first demand. Short-lived: made for one request.
 */
export class EvaluationContext {
  /** By `slotOf`; `undefined` = missing. */
  readonly slots: readonly (string | readonly string[] | undefined)[];
  private readonly customData: Readonly<Record<string, unknown>> | undefined;
  private lowerEmail: string | undefined = undefined;
  private lowerCountry: string | undefined = undefined;
  private lowered: Map<string, string> | undefined = undefined;
  private versions: Map<string, Version | undefined> | undefined = undefined;
  private instants: Map<string, number | undefined> | undefined = undefined;
  private addresses: Map<string, IpAddress | undefined> | undefined = undefined;
  private answers: Map<(context: EvaluationContext) => boolean, boolean> | undefined = undefined;
  private patternSteps = PATTERN_STEPS_PER_REQUEST;
  /** How often there was too little left to spend. */
  patternRefusals = 0;
  /** The targeting run through last and what it served, kept by `evaluate`. */
  decided: { readonly targeting: object; readonly now: number; readonly variation: number } | undefined =
    undefined;

  constructor(
    slots: readonly (string | readonly string[] | undefined)[],
    customData: Readonly<Record<string, unknown>> | undefined,
  ) {
    this.slots = slots;
    this.customData = customData;
  }

  get userId(): string | undefined {
    return this.slots[slotOf.user_id] as string | undefined;
  }

  /** As given. */
  get email(): string | undefined {
    return this.slots[slotOf.email] as string | undefined;
  }

  /** Any JSON value but null; `undefined` = missing. */
  valueOf(attribute: Attribute): unknown {
    if (attribute.slot !== CUSTOM_SLOT) return this.slots[attribute.slot];
    return this.customValueOf(attribute);
  }

  lowerCaseOf(attribute: Attribute, text: string): string {
    if (attribute.slot === slotOf.email) return (this.lowerEmail ??= text.toLowerCase());
    if (attribute.slot === slotOf.country) return (this.lowerCountry ??= text.toLowerCase());
    return derive((this.lowered ??= new Map<string, string>()), text, (original) => original.toLowerCase());
  }

  versionOf(text: string): Version | undefined {
    return derive((this.versions ??= new Map<string, Version | undefined>()), text, parseVersion);
  }

  instantOf(text: string): number | undefined {
    return derive((this.instants ??= new Map<string, number | undefined>()), text, parseInstant);
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

  /** False once the request has used up what its patterns may spend. */
  spendPatternSteps(steps: number): boolean {
    if (steps > this.patternSteps) {
      this.patternRefusals++;
      return false;
    }
    this.patternSteps -= steps;
    return true;
  }

  private customValueOf({ customKey, isInheritable }: Attribute): unknown {
    const data = this.customData;
    if (data === undefined) return undefined;
    // decisions §1.2: own properties only; `__proto__` never resolves, not even where JSON made an own property of it.
    // Nothing but these names can be inherited here (see customDataOf), and for others asking first costs 10 ns.
    if (isInheritable && (customKey === '__proto__' || !Object.hasOwn(data, customKey))) return undefined;
    const value = data[customKey];
    // JSON can say 1e400, which reads as infinity: no number that could be compared.
    return value === null || value === Infinity || value === -Infinity ? undefined : value;
  }
}

function derive<T>(known: Map<string, T>, text: string, compute: (text: string) => T): T {
  const value = known.get(text);
  if (value !== undefined || known.has(text)) return value as T;
  const computed = compute(text);
  known.set(text, computed);
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
