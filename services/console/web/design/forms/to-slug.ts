/** Converts a name to a slug: "New checkout!" → `new-checkout`. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]+/g, '-')
    .replaceAll(/^[-._]+|-+$/g, '')
    .slice(0, 100);
}
