/** Something that already has the requested name: for a variable, the feature that it belongs to. Undefined = the error is another one. */
export function takenBy(problem: unknown): { readonly kind: string; readonly slug: string } | undefined {
  const { code, resource, details = [] } = (problem ?? {}) as Refusal;
  if (code !== 'taken') return undefined;
  return details.find((detail) => detail.resource !== undefined)?.resource ?? resource;
}

interface Named {
  readonly kind: string;
  readonly slug: string;
}

interface Refusal {
  readonly code?: string | undefined;
  readonly resource?: Named | undefined;
  readonly details?: readonly { readonly resource?: Named }[];
}
