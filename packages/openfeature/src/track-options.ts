import type { TrackingEventDetails } from '@openfeature/core';

/** What clients of ours know of an event. */
interface TrackOptions {
  value?: number;
  variable?: string[];
}

/** `value`, and `variable`: the key of a variable, or a list of them. Everything else is not sent. */
export function trackOptionsOf({ value, variable }: TrackingEventDetails): TrackOptions {
  const options = { value, variable: variable == null ? undefined : [variable].flat().map(String) };
  return options as TrackOptions;
}
