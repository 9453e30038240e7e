/** Converts constraints to form fields and back. The server validates them. Pure. */
import type { Constraints } from './model.ts';
import { parseValue, type ValueType } from './value.ts';

export interface TypedConstraints {
  /** One value per line. */
  readonly oneOf: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly integer: boolean;
  readonly pattern: string;
  readonly maxLength: string;
  readonly schema: string;
}

export function toTyped(constraints: Constraints, type: ValueType): TypedConstraints {
  const {
    one_of: oneOf,
    minimum,
    maximum,
    integer = false,
    pattern,
    max_length: maxLength,
    schema,
  } = constraints ?? {};
  const line = (value: unknown) =>
    type === 'string' && typeof value === 'string' ? value : JSON.stringify(value);
  const number = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    oneOf: (oneOf ?? []).map(line).join('\n'),
    minimum: number(minimum),
    maximum: number(maximum),
    integer,
    pattern: pattern ?? '',
    maxLength: number(maxLength),
    schema: schema === undefined ? '' : JSON.stringify(schema, undefined, 2),
  };
}

type Read =
  | { readonly constraints: Constraints; readonly problem?: undefined }
  | { readonly problem: string };

/** Parses the constraints of a form; null = none. */
export function parseConstraints(typed: TypedConstraints, type: ValueType): Read {
  const numbers = { minimum: typed.minimum, maximum: typed.maximum, max_length: typed.maxLength };
  const found: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(numbers)) {
    if (text.trim() === '') continue;
    const parsed = parseValue('number', text);
    if (parsed.problem !== undefined) return { problem: parsed.problem };
    found[name] = parsed.value;
  }
  if (typed.integer) found['integer'] = true;
  if (typed.pattern !== '') found['pattern'] = typed.pattern;
  if (typed.schema.trim() !== '') {
    const parsed = parseValue('json', typed.schema);
    if (parsed.problem !== undefined) return { problem: `Schema: ${parsed.problem}` };
    found['schema'] = parsed.value;
  }
  const lines = typed.oneOf.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 0) {
    const values = lines.map((line) => parseValue(type === 'boolean' ? 'json' : type, line));
    const wrong = values.find(({ problem }) => problem !== undefined)?.problem;
    if (wrong !== undefined) return { problem: `Allowed values: ${wrong}` };
    found['one_of'] = values.map((parsed) => ('value' in parsed ? parsed.value : null));
  }
  return { constraints: Object.keys(found).length === 0 ? null : found };
}
