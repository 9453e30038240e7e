/** A UUID in any case, as a pattern of JSON Schema; docs/openapi.json has it. */
export const uuidPattern = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$';

const pattern = new RegExp(uuidPattern);

/** Returns whether the text is a UUID, in any case: PostgreSQL can compare it with a column of the type uuid. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
