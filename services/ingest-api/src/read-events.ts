import { getIdentity } from '@bunting/governance';
import { createReread, readContext, type Datafile, type RereadUser } from '@bunting/evaluator';
import { errors, isJsonObject, type JsonObject } from '@bunting/service';
import { cacheVariables, type FindVariable } from './cache-variables.ts';
import { exceedsJsonLimit } from './json-limit.ts';
import { parseMoment } from './parse-moment.ts';
import type { NewEvent } from './storing/event-rows.ts';
import { maxEventIdCharacters, maxNameCharacters } from './storing/stored-text.ts';
import { isShort, isText, maxUserFieldCharacters } from './text.ts';

/** A valid event with its names resolved. */
export interface ReadEvent extends Omit<NewEvent, 'trace'> {
  /** As the client sent it. */
  readonly evaluationTrace: unknown;
  /** As the client sent it; of the event alone. */
  readonly userSignature: unknown;
  /** As the client sent it. */
  readonly user: JsonObject | undefined;
}

interface Receipt {
  /** The body as it was sent, which has the digits of long numbers. */
  readonly bytes: Buffer;
  readonly datafile: Datafile;
  /** The events came with a client key, to which only marked variables exist. */
  readonly isClient: boolean;
  /** When they came, in milliseconds since 1970. */
  readonly now: number;
}

/** Reads the events of a body (contract §2.4). Throws the error of the first invalid one (§7.4). */
export function readEvents(body: JsonObject, { bytes, datafile, isClient, now }: Receipt): ReadEvent[] {
  const events = body['events'];
  if (events === undefined) throw errors.eventsRequired;
  if (!Array.isArray(events)) throw errors.eventsNotList; // null counts as given, and is no list (decisions §1.4).
  const findOnce = cacheVariables(datafile, isClient);
  const reread = createReread(() => bytes.toString());
  const rereadUser = (n: number) =>
    (reread() as { events: { user: ReturnType<RereadUser> }[] }).events[n]!.user;
  return events.map((given, n) => readEvent(given, n, findOnce, { now, rereadUser: () => rereadUser(n) }));
}

/** Reads an event, in the order of decisions §3. */
function readEvent(
  given: unknown,
  n: number,
  find: FindVariable,
  { now, rereadUser }: { readonly now: number; readonly rereadUser: RereadUser },
): ReadEvent {
  if (!isJsonObject(given)) throw errors.eventNotObject(n);
  const { event, variable, variation, user, value, occurred_at: occurredAt, event_id: eventId } = given;
  if (!isText(event)) throw errors.eventNameRequired(n);
  if (!isShort(event, maxNameCharacters)) throw errors.eventNameTooLong(n);
  if (!isText(variable)) throw errors.eventVariableRequired(n);
  if (!isText(variation)) throw errors.eventVariationRequired(n);
  const found = find(variable);
  if (found === undefined) throw errors.eventVariableUnknown(n);
  const variationId = found.variationIds.get(variation);
  if (variationId === undefined) throw errors.eventVariationUndefined(n);
  if (user != null && !isJsonObject(user)) throw errors.eventUserNotObject(n);
  if (user != null) checkUser(user, n);
  if (value != null && !Number.isFinite(value)) throw errors.eventValueNotNumeric(n);
  const moment = occurredAt == null ? now : parseMoment(occurredAt);
  if (moment === undefined) throw errors.eventTimeNotIso(n);
  if (eventId != null && !isEventId(eventId)) throw errors.eventIdTooLong(n);
  return {
    event,
    variableId: found.id,
    variationId,
    userKey: user == null ? undefined : getIdentity(readContext(user, rereadUser)),
    value: (value ?? undefined) as number | undefined,
    occurredAt: moment,
    eventId: eventId || undefined, // Decisions §3: an empty one counts as not set.
    evaluationTrace: given['evaluation_trace'],
    userSignature: given['user_signature'],
    user: user == null ? undefined : user,
  };
}

const maxUserBytes = 16 * 1024;

function checkUser(user: JsonObject, n: number): void {
  for (const field of ['id', 'email']) {
    const value = user[field];
    if (typeof value === 'string' && !isShort(value, maxUserFieldCharacters)) {
      throw errors.eventUserFieldTooLong(n, field);
    }
  }
  if (exceedsJsonLimit(user, maxUserBytes)) throw errors.eventUserTooLarge(n);
}

function isEventId(value: unknown): value is string {
  return typeof value === 'string' && isShort(value, maxEventIdCharacters);
}
