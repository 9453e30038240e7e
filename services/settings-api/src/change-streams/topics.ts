import { createShares } from '@bunting/async';
import type { ChangeStream } from './change-stream.ts';
import { streamErrors } from './errors.ts';
import type { EnvironmentRow } from './queries.ts';

/** An organisation whose changes somebody follows. */
export interface Topic {
  readonly streams: Set<ChangeStream>;
  /** Ids of records that have been sent, with their times, as far back as they are read again. */
  readonly sent: Map<string, number>;
  /** Finds what was recorded before the first stream, which is not sent. */
  firstRead: Promise<void> | undefined;
  /** True once the stream sends changes directly. */
  isBegun: boolean;
  /** Environments whose first evaluation is to be reported, as they were read last. */
  unasked: readonly EnvironmentRow[];
  /** Ids of environments that were reported; those that are not counted yet are read as unasked again. */
  readonly reported: Set<string>;
  /** False = `unasked` is to be read. */
  isUnaskedRead: boolean;
}

/** By organisation. */
export type Topics = Map<string, Topic>;

/** The streams that a process may have, and of them each organisation and each person. */
export interface StreamBounds {
  readonly maxStreams: number;
  readonly maxStreamsOfPerson: number;
}

/** Shares of streams that are open or being opened. */
export interface StreamShares {
  /** Throws 429 and 503. */
  take(stream: ChangeStream): void;
  release(stream: ChangeStream): void;
}

export function createStreamShares({ maxStreams, maxStreamsOfPerson }: StreamBounds): StreamShares {
  const organisations = createShares({
    total: maxStreams,
    refusals: { share: streamErrors.tooManyOfOrganisation, total: streamErrors.tooMany },
  });
  const people = createShares({
    total: Infinity,
    share: maxStreamsOfPerson,
    refusals: { share: streamErrors.tooManyOfPerson, total: streamErrors.tooMany },
  });
  return {
    take({ accountId, organisationId }) {
      people.take(accountId);
      try {
        organisations.take(organisationId);
      } catch (error) {
        people.release(accountId);
        throw error;
      }
    },
    release({ accountId, organisationId }) {
      people.release(accountId);
      organisations.release(organisationId);
    },
  };
}

export const getStreams = (topics: Topics): ChangeStream[] =>
  [...topics.values()].flatMap(({ streams }) => [...streams]);

/**
 * Adds the stream to its topic; changes are queued until it begins. `leave` ends that, as the end of its connection does. Throws 429 and 503.
 */
export function joinTopic(
  topics: Topics,
  stream: ChangeStream,
  shares: StreamShares,
): { topic: Topic; leave: () => void } {
  const { organisationId, res } = stream;
  shares.take(stream);
  const topic = topics.get(organisationId) ?? newTopic();
  topics.set(organisationId, topic);
  topic.streams.add(stream);
  const leave = () => {
    if (!topic.streams.delete(stream)) return;
    shares.release(stream);
    if (topic.streams.size === 0 && topics.get(organisationId) === topic) topics.delete(organisationId);
  };
  res.once('close', leave);
  return { topic, leave };
}

const newTopic = (): Topic => ({
  streams: new Set(),
  sent: new Map(),
  firstRead: undefined,
  isBegun: false,
  unasked: [],
  reported: new Set(),
  isUnaskedRead: false,
});
