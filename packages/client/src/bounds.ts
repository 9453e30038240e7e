// Bounds and times of a client. The bundler writes those of a file that imports nothing where they are used.

/**
 * How long a page is hidden before its stream is closed. Where tabs do not share one connection it is 0: six hidden ones must not take
 * all that the browser has for this host.
 */
export const awayMs = 120_000;
/** A page that was hidden for as long asks again when it is visible. */
export const longHiddenMs = 60_000;
/** A little less than what timers can wait; one that is set to more ends at once. */
export const longestTimerMs = 2e9;
/** Events that wait; the oldest are dropped. */
export const mostWaiting = 1_000;
/** Events of a request. */
export const mostPerRequest = 100;
/** So many events do not wait for more. */
export const sendAt = 50;
/** How long an event waits for others. */
export const delayMs = 2_000;
/** Events of a beacon. */
export const mostPerBeacon = 25;
/** The bytes of a beacon: browsers take 64 KiB at a time. */
export const beaconBytes = 60_000;
/** Events in the storage. */
export const mostKept = 100;
/** After `refresh_at` not all clients ask at once. */
export const mostJitterMs = 30_000;
/** The shortest poll. */
export const leastPollMs = 1_000;
/** Variables whose reads are counted between two requests. */
export const mostKeys = 100;
/** Users whose values are in the storage. */
export const mostUsers = 5;
/** How old stored values may be, unless given. */
export const monthMs = 30 * 86_400_000;
/** How often the tab with the stream says that it runs. */
export const beatMs = 2_000;
/** Without a sign of a stream for more beats, a tab takes the stream over, and the one that has it begins to poll. */
export const mostQuietBeats = 3;
/** The poll in place of the stream: every 30 s. */
export const beatsPerPoll = 15;
/** Variables that an event without a variable counts for. */
export const mostVariables = 20;
/** Traces of a variable that are asked for. */
export const mostTraces = 10;
/** How long events wait for their traces. */
export const verifyMs = 1_000;
/** Identities whose exposures are remembered. */
export const mostIdentities = 100;
