import { isDeepStrictEqual } from 'node:util';

/** Collects the schemas that have a title, so that the document has each once and generated clients have a name for it. */
export interface Components {
  /** The schema, with a reference in the place of each that has a title. */
  schema(schema: unknown): unknown;
  schemas(): Record<string, unknown>;
}

export function createComponents(): Components {
  const named = new Map<string, unknown>();

  function schema(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(schema);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...members } = value as Record<string, unknown>;
    const written = Object.fromEntries(Object.entries(members).map(([name, each]) => [name, schema(each)]));
    if (typeof title !== 'string') return written;
    const known = named.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, written)) {
      throw new TypeError(`Two different schemas have the title ${title}.`);
    }
    named.set(title, written);
    return { $ref: `#/components/schemas/${title}` };
  }

  return {
    schema,
    schemas: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
