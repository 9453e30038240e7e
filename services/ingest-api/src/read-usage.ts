import { getIdentity } from '@bunting/governance';
import {
  createReread,
  readContext,
  reasons,
  type Datafile,
  type Evaluation,
  type RereadUser,
} from '@bunting/evaluator';
import { errors, isJsonObject, type JsonObject } from '@bunting/service';
import { cacheVariables, type FindVariable } from './cache-variables.ts';
import { parseMoment } from './parse-moment.ts';
import { isShort, isText, maxUserFieldCharacters } from './text.ts';

/** Evaluations that an application made locally. */
export interface Usage {
  /** From `getIdentity`; undefined = anonymous users. */
  readonly identities: readonly (string | undefined)[];
  /** Without those of variables and variations that do not exist. */
  readonly evaluations: readonly UsageCount[];
}

/** Number of local evaluations of a variable with this result. */
export interface UsageCount {
  readonly slug: string;
  readonly variableId: string;
  readonly variationId: string | null;
  readonly reason: Evaluation['reason'];
  readonly count: number;
}

const maxEntries = 1_000;
const maxCount = 1_000_000_000;
const minuteMs = 60 * 1_000;
const hourMs = 60 * minuteMs;

/**
 * Reads the usage of a body (decisions §8.5); `bytes` are the body as it was sent, which has the digits of long numbers. Throws the error of the
 * first mistake. `now` is in milliseconds since 1970.
 */
export function readUsage(
  body: JsonObject,
  { bytes, datafile, now }: { readonly bytes: Buffer; readonly datafile: Datafile; readonly now: number },
): Usage {
  checkPeriod(readInstant(body, 'from'), readInstant(body, 'until'), now);
  const reread = createReread(() => bytes.toString());
  const identities: (string | undefined)[] = readList(body, 'users').map((given, n) =>
    readUser(given, n, () => (reread() as { users: ReturnType<RereadUser>[] }).users[n]),
  );
  const anonymous = body['anonymous'] ?? false;
  if (typeof anonymous !== 'boolean') throw errors.usageFieldInvalid('anonymous', 'be a boolean');
  if (anonymous) identities.push(undefined);
  const findOnce = cacheVariables(datafile, false);
  const evaluations = readList(body, 'evaluations').flatMap((given, n) => readEvaluation(given, n, findOnce));
  return { identities, evaluations };
}

function readInstant(body: JsonObject, field: string): number {
  if (body[field] == null) throw errors.usageFieldRequired(field);
  const instant = parseMoment(body[field]);
  if (instant === undefined) throw errors.usageFieldInvalid(field, 'be ISO-8601');
  return instant;
}

function checkPeriod(from: number, until: number, now: number): void {
  if (until < from) throw errors.usageFieldInvalid('until', 'not be before "from"');
  if (until - from > 24 * hourMs) throw errors.usageFieldInvalid('until', 'be at most 24 hours after "from"');
  if (until - now > 5 * minuteMs) {
    throw errors.usageFieldInvalid('until', 'be at most 5 minutes in the future');
  }
  if (now - from > 7 * 24 * hourMs) throw errors.usageFieldInvalid('from', 'be at most 7 days ago');
}

function readList(body: JsonObject, field: string): readonly unknown[] {
  const list = body[field] ?? [];
  if (!Array.isArray(list)) throw errors.usageFieldInvalid(field, 'be a list');
  if (list.length > maxEntries) throw errors.usageTooLarge(field, maxEntries);
  return list;
}

function readUser(given: unknown, n: number, reread: RereadUser): string {
  const path = `users[${n}]`;
  if (!isJsonObject(given)) throw errors.usageEntryInvalid(path, 'be an object');
  for (const field of ['id', 'email']) {
    const value = given[field];
    if (typeof value === 'string' && !isShort(value, maxUserFieldCharacters)) {
      throw errors.usageEntryInvalid(`${path}.${field}`, 'be a string of at most 500 characters');
    }
  }
  const identity = getIdentity(readContext(given, reread));
  if (identity === undefined) throw errors.usageEntryInvalid(path, 'have an id or an email');
  return identity;
}

/**
 * Reads an evaluation. Returns nothing for an unknown variable or variation: it may have been deleted since it was
 * evaluated.
 */
function readEvaluation(given: unknown, n: number, find: FindVariable): UsageCount[] {
  const path = `evaluations[${n}]`;
  if (!isJsonObject(given)) throw errors.usageEntryInvalid(path, 'be an object');
  const { variable, variation = null, reason, count } = given;
  if (!isText(variable)) throw errors.usageEntryRequired(`${path}.variable`);
  if (variation !== null && typeof variation !== 'string') {
    throw errors.usageEntryInvalid(`${path}.variation`, 'be a string or null');
  }
  if (!isText(reason)) throw errors.usageEntryRequired(`${path}.reason`);
  if (!isReason(reason)) throw errors.usageEntryInvalid(`${path}.reason`, 'be a reason of an evaluation');
  if (!isCount(count)) {
    throw errors.usageEntryInvalid(`${path}.count`, `be a whole number from 0 to ${maxCount}`);
  }
  const found = find(variable);
  if (found === undefined || (variation !== null && !found.variationIds.has(variation))) return [];
  const variationId = variation === null ? null : found.variationIds.get(variation)!;
  return [{ slug: found.slug, variableId: found.id, variationId, reason, count }];
}

function isReason(text: string): text is Evaluation['reason'] {
  return (reasons as readonly string[]).includes(text);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxCount;
}
