/** The part of JSON Schema that our OpenAPI document uses for bodies. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

export type Resolve = (schema: Schema) => Schema;

const texts = [
  'fuzz',
  'on',
  'a@b.example',
  '00000000-0000-4000-8000-000000000000',
  '2026-01-01T00:00:00Z',
  'https://hooks.example.com/x',
  'a password for fuzzing alone',
];

/** Returns the smallest value that a schema accepts, by the keywords that are supported here. */
export function createSample(schema: Schema, resolve: Resolve): unknown {
  const { const: only, enum: words, ...own } = resolve(schema);
  if (only !== undefined) return only;
  if (words !== undefined) return words[0];
  const choice = own.anyOf?.[0] ?? own.oneOf?.[0] ?? own.allOf?.[0];
  if (choice !== undefined) return createSample(choice, resolve);
  switch (kindOf(own)) {
    case 'string':
      return textOf(own);
    case 'number':
    case 'integer':
      return own.minimum ?? 0;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: own.minItems ?? 0 }, () => createSample(own.items ?? {}, resolve));
    case 'object':
      return Object.fromEntries(
        (own.required ?? []).map((name) => [name, createSample(own.properties?.[name] ?? {}, resolve)]),
      );
    default:
      return null;
  }
}

/** Returns the sample with the value at `steps`: lists on the way get one item. `0` steps into a list. */
export function sampleWith(
  schema: Schema,
  steps: readonly string[],
  value: unknown,
  resolve: Resolve,
): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const own = branchOf(resolve(schema), resolve);
  if (step === '0') return [sampleWith(own.items ?? {}, rest, value, resolve)];
  const whole = createSample(own, resolve);
  const base = typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? whole : {};
  return { ...base, [step]: sampleWith(own.properties?.[step] ?? {}, rest, value, resolve) };
}

/** Returns the schema at `steps`. */
export function schemaAt(schema: Schema, steps: readonly string[], resolve: Resolve): Schema {
  const own = branchOf(resolve(schema), resolve);
  const [step, ...rest] = steps;
  if (step === undefined) return own;
  return schemaAt((step === '0' ? own.items : own.properties?.[step]) ?? {}, rest, resolve);
}

/** Yields every member that a schema names, as steps; `?` is an unknown one. */
export function* membersIn(
  schema: Schema,
  resolve: Resolve,
  steps: readonly string[] = [],
): Generator<string[]> {
  if (steps.length > 8) return;
  const own = branchOf(resolve(schema), resolve);
  if (own.items !== undefined) yield* membersIn(own.items, resolve, [...steps, '0']);
  if (kindOf(own) !== 'object') return;
  yield [...steps, '?'];
  for (const [name, member] of Object.entries(own.properties ?? {})) {
    yield [...steps, name];
    yield* membersIn(member, resolve, [...steps, name]);
  }
}

/** Returns the alternative with the most members. */
function branchOf(schema: Schema, resolve: Resolve): Schema {
  const branches = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).map((each) => resolve(each));
  return branches.find(({ properties, items }) => properties ?? items) ?? schema;
}

function kindOf({ type, properties, items }: Schema): string | undefined {
  if (type !== undefined) return typeof type === 'string' ? type : type[0];
  if (properties !== undefined) return 'object';
  return items === undefined ? undefined : 'array';
}

function textOf({ pattern, format, minLength = 1 }: Schema): string {
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  const expression = new RegExp(pattern ?? '', 'u');
  const long = (text: string) => text.padEnd(minLength, 'a');
  return texts.map(long).find((text) => expression.test(text)) ?? texts[0]!;
}
