/** Places by environment, each in its order. */
export function byEnvironment<Place extends { readonly environment: string }>(
  places: readonly Place[],
): readonly (readonly [environment: string, places: readonly Place[]])[] {
  const found = new Map<string, Place[]>();
  for (const place of places) found.set(place.environment, [...(found.get(place.environment) ?? []), place]);
  return [...found];
}
