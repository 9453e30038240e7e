import { nothingServed } from '@bunting/changes';
import { storedSlug, storedTargeting } from '@bunting/definitions';
import type { ServingInput } from '@bunting/definitions';
import type { ServingState } from '@bunting/changes';

/**
 * What an environment serves for a feature once the document has spoken. Targeting is one thing and is what the
 * document says, absent = none. Defaults and overrides are many: those it does not name stay unless it prunes.
 * An environment that it does not name keeps everything, unless it prunes.
 */
export function mergeServed(
  before: ServingState,
  input: ServingInput | undefined,
  prune: boolean,
): ServingState {
  const kept = prune ? nothingServed : before;
  if (input === undefined) return kept;
  return {
    defaults: withPins(kept.defaults, input.defaults, storedSlug),
    targeting: input.targeting ? storedTargeting(input.targeting) : null,
    overrides: withPins(kept.overrides, input.overrides, (userId) => userId),
  };
}

function withPins(
  kept: ReadonlyMap<string, string>,
  given: Readonly<Record<string, string | null>> = {},
  stored: (name: string) => string,
): ReadonlyMap<string, string> {
  const pins = new Map(kept);
  for (const [name, variation] of Object.entries(given)) {
    if (variation === null) pins.delete(stored(name));
    else pins.set(stored(name), storedSlug(variation));
  }
  return pins;
}
