import type { TrackingEventDetails } from '@openfeature/core';

/** The part of an event that Bunting clients accept. */
interface TrackOptions {
  value?: number;
  variable?: string[];
}

/** Returns `value`, and `variable`: the key of a variable, or a list of them. Everything else is not sent. */
export function toTrackOptions({ value, variable }: TrackingEventDetails): TrackOptions {
  const options = { value, variable: variable == null ? undefined : [variable].flat().map(String) };
  return options as TrackOptions;
}
