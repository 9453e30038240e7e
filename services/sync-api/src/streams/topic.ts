import { eventText } from './event-text.ts';

/**
 * The streams of one environment that hear of the same changes, as a topic and its subscribers: those with secret keys, or those with client
 * keys. Changes are numbered instead of versions, which a restored backup sets back.
 */
export interface Topic<Member extends Notified = Notified> {
  readonly environmentId: string;
  readonly isSecret: boolean;
  readonly connections: Set<Member>;
  /** The version of the last change that concerns it; before the first one, the version at which the process began to follow. */
  readonly lastVersion: number;
  /** When that was, in milliseconds since 1970. */
  readonly changedAt: number;
  /** The number of the last change. */
  readonly sequence: number;
  /** Adds a change; `names` undefined = any variable may have changed. */
  add(change: { version: number; at: number; names: ReadonlySet<string> | undefined }): void;
  /** Lets `isBehind` see the changes so far. */
  release(): void;
  isBehind(connection: Notified): boolean;
  /** Returns one event for all changes that the connection was not notified of. */
  eventFor(connection: Notified): Buffer;
  /** Milliseconds since 1970 of the oldest change that somebody may not have been notified of. */
  oldestAt(): number;
  /** Forgets the changes that were released: everybody was notified. */
  forget(): void;
}

/** The state of a stream that a topic needs. */
export interface Notified {
  /** The change of the topic up to which it was notified. */
  notified: number;
}

interface Change {
  readonly sequence: number;
  readonly at: number;
  readonly names: ReadonlySet<string> | undefined;
}

/** A pass over all streams takes ten seconds, in which so many changes cannot be followed one by one. */
const maxChanges = 100;

export function createTopic<Member extends Notified>(options: {
  environmentId: string;
  isSecret: boolean;
  version: number;
  loadedAt: number;
}): Topic<Member> {
  const { environmentId, isSecret } = options;
  const connections = new Set<Member>();
  /** By the number of the change that the connection was notified of last. */
  const events = new Map<number, Buffer>();
  let changes: Change[] = [];
  let { version: lastVersion, loadedAt: changedAt } = options;
  let sequence = 0;
  let released = 0;

  function namesSince(notified: number): ReadonlySet<string> | undefined {
    const missed = changes.filter((change) => change.sequence > notified);
    if (missed.length < sequence - notified) return undefined;
    const names = new Set<string>();
    for (const change of missed) {
      if (change.names === undefined) return undefined;
      for (const name of change.names) names.add(name);
    }
    return names;
  }

  return {
    environmentId,
    isSecret,
    connections,
    get lastVersion() {
      return lastVersion;
    },
    get changedAt() {
      return changedAt;
    },
    get sequence() {
      return sequence;
    },
    add({ version, at, names }) {
      sequence += 1;
      lastVersion = version;
      changedAt = at;
      changes.push({ sequence, at, names });
      if (changes.length > maxChanges) changes.shift();
      events.clear();
    },
    release() {
      released = sequence;
    },
    isBehind: ({ notified }) => notified < released,
    eventFor({ notified }) {
      let event = events.get(notified);
      if (event === undefined) {
        event = Buffer.from(eventText(lastVersion, changedAt, namesSince(notified)));
        events.set(notified, event);
      }
      return event;
    },
    oldestAt: () => changes[0]?.at ?? changedAt,
    forget() {
      changes = changes.filter((change) => change.sequence > released);
      events.clear();
    },
  };
}
