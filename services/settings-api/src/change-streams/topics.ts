import type { ChangeStream } from './change-stream.ts';
import { streamErrors } from './errors.ts';
import type { EnvironmentRow } from './queries.ts';

/** An organisation whose changes somebody follows. */
export interface Topic {
  readonly streams: Set<ChangeStream>;
  /** Ids of records that have been sent, with their times, as far back as they are read again. */
  readonly sent: Map<string, number>;
  /** What was recorded before the first stream is known, and is not sent. */
  isBegun: boolean;
  unasked: readonly EnvironmentRow[];
}

/** By organisation. */
export type Topics = Map<string, Topic>;

export interface StreamBounds {
  readonly maxStreams: number;
  readonly maxStreamsOfPerson: number;
}

export const streamsOf = (topics: Topics): ChangeStream[] =>
  [...topics.values()].flatMap(({ streams }) => [...streams]);

/** Throws 429 and 503. */
export function requireRoom(topics: Topics, { accountId }: ChangeStream, bounds: StreamBounds): void {
  const open = streamsOf(topics);
  if (open.length >= bounds.maxStreams) throw streamErrors.tooMany;
  const own = open.filter((each) => each.accountId === accountId);
  if (own.length >= bounds.maxStreamsOfPerson) throw streamErrors.tooManyOfPerson;
}

/** The stream takes part from now on; what is sent is queued until it begins. Returns what ends that. */
export function joinTopic(topics: Topics, stream: ChangeStream): () => void {
  const { organisationId, res } = stream;
  const topic = topics.get(organisationId) ?? {
    streams: new Set(),
    sent: new Map(),
    isBegun: false,
    unasked: [],
  };
  topics.set(organisationId, topic);
  topic.streams.add(stream);
  const leave = () => {
    topic.streams.delete(stream);
    if (topic.streams.size === 0 && topics.get(organisationId) === topic) topics.delete(organisationId);
  };
  res.once('close', leave);
  return leave;
}
