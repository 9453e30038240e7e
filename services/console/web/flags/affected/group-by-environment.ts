/** Groups uses by environment, in their order. */
export function groupByEnvironment<Use extends { readonly environment: string }>(
  uses: readonly Use[],
): readonly (readonly [environment: string, uses: readonly Use[]])[] {
  const found = new Map<string, Use[]>();
  for (const use of uses) found.set(use.environment, [...(found.get(use.environment) ?? []), use]);
  return [...found];
}
