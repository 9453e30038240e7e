// Limits and times of a client. The bundler inlines constants of a file without imports.

/**
 * The time after which a hidden page closes its stream. It is 0 where tabs do not share a connection: six hidden ones would use all connections that
 * the browser has for this host.
 */
export const awayMs = 120_000;
/** A page that was hidden for longer requests its values again when it is visible. */
export const longHiddenMs = 60_000;
/** A timer with a longer delay would end at once. */
export const maxTimerMs = 2e9;
/** The maximum of queued events; the oldest are dropped. */
export const maxQueuedEvents = 1_000;
export const maxEventsPerRequest = 100;
/** The number of queued events that are sent without delay. */
export const sendAtEvents = 50;
/** The time that an event waits for others. */
export const delayMs = 2_000;
export const maxEventsPerBeacon = 25;
/** The maximum size of a beacon: browsers take 64 KiB at a time. */
export const maxBeaconBytes = 60_000;
export const maxStoredEvents = 100;
/** The maximum random delay after `refresh_at`, so that clients do not send their requests together. */
export const maxJitterMs = 30_000;
export const minPollMs = 1_000;
/** The maximum of variables whose reads are counted between two requests. */
export const maxCountedKeys = 100;
/** The maximum of users whose values are stored. */
export const maxStoredUsers = 5;
/** The default maximum age of stored values. */
export const monthMs = 30 * 86_400_000;
/** The interval of the heartbeats between tabs. */
export const beatMs = 2_000;
/** After more missed heartbeats a tab takes over the stream, and the leader starts to poll. */
export const maxMissedBeats = 3;
/** The interval of polls in place of the stream: 30 s. */
export const beatsPerPoll = 15;
/** The maximum of variables that an event without a variable counts for. */
export const maxEventVariables = 20;
/** The maximum of requested traces of a variable. */
export const maxTraces = 10;
/** The time that events wait for their traces. */
export const verifyMs = 1_000;
/** The maximum of identities whose exposures are remembered. */
export const maxIdentities = 100;
