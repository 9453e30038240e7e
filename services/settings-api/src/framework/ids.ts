/** How long a change may take. A row has the time at which its change began; its id has the time at which it was written. */
export const maxChangeMs = 60 * 60 * 1000;
