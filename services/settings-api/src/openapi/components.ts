import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@bunting/definitions/checks';

type Kind = 'headers' | 'parameters' | 'responses' | 'schemas';

/** Collects what the document has once and refers to by a name, so that it is short and generated clients have the names. */
export interface Components {
  /** Returns the schema, with a reference for each part that has a title. */
  schema(schema: unknown): unknown;
  /** Returns a reference to the value. Throws if the name is used for another one. */
  reference(kind: Kind, name: string, value: object): object;
  /** Returns all named components, by kind. */
  all(): Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function createComponents(): Components {
  const named: Readonly<Record<Kind, Map<string, unknown>>> = {
    headers: new Map(),
    parameters: new Map(),
    responses: new Map(),
    schemas: new Map(),
  };

  /** Most schemas stand in several places. */
  const written = new WeakMap<object, object>();

  function reference(kind: Kind, name: string, value: object): object {
    const known = named[kind].get(name);
    if (known !== undefined && !isDeepStrictEqual(known, value)) {
      throw new TypeError(`Two different ${kind} have the name ${name}.`);
    }
    named[kind].set(name, value);
    return { $ref: `#/components/${kind}/${name}` };
  }

  function schema(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(schema);
    if (!isObject(value)) return value;
    const known = written.get(value) ?? writtenOf(value);
    written.set(value, known);
    return known;
  }

  function writtenOf(value: Readonly<Record<string, unknown>>): object {
    const { title, ...members } = value;
    // A property may have the name `title`.
    const untitled = mapped(members, (each, name) =>
      name === 'properties' && isObject(each) ? mapped(each, schema) : schema(each),
    );
    return typeof title === 'string' ? titled(title, untitled) : untitled;
  }

  /** Returns a reference to a schema. Null and a description of this use stand beside it. */
  function titled(title: string, { description, ...own }: Record<string, unknown>): object {
    const { type } = own;
    const isNullable = Array.isArray(type) && type.includes('null');
    const referred = reference('schemas', title, isNullable ? { ...own, type: type[0] as unknown } : own);
    return {
      ...(isNullable ? { anyOf: [referred, { type: 'null' }] } : referred),
      ...(description !== undefined && { description }),
    };
  }

  return {
    schema,
    reference,
    all: () =>
      mapped(named, (values) => Object.fromEntries([...values].toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  };
}

function mapped<Value, Result>(
  members: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]));
}
