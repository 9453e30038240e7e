import { createShapeCheck, storableProblems, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import type { TProperties, TSchema } from 'typebox';

/** Returns the schema of a route's query. A text without its own pattern or list of words must not be empty. */
export function querySchema<const Parameters extends TProperties>(parameters: Parameters) {
  const declared = Object.entries(parameters).map(([name, schema]) => [name, notEmpty(schema)]);
  return Type.Object(Object.fromEntries(declared) as Parameters, { additionalProperties: false });
}

function notEmpty(schema: TSchema): TSchema {
  const { type, ...rules } = schema as { type?: unknown; enum?: unknown; pattern?: unknown };
  const isText = type === 'string' && rules.enum === undefined && rules.pattern === undefined;
  if (!isText) return schema;
  const narrowed = { ...schema, minLength: 1 };
  return Type.IsOptional(schema) ? Type.Optional(narrowed) : narrowed;
}

/** The parameters for the handler, and everything that is wrong with them. */
export interface ReadQuery {
  readonly query: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

const noParameters = querySchema({});

/**
 * Reads the query of a URL, which is text: numbers are written in digits alone, booleans as `true` and `false`. A parameter that is
 * given twice is refused, so that nobody has to guess which one counts. Defaults are filled in.
 */
export function createQueryReader(schema: TSchema = noParameters): (url: string) => ReadQuery {
  const { properties: declared } = schema as unknown as { properties: Record<string, { type?: unknown }> };
  const checkShape = createShapeCheck(schema, { withDefaults: true });
  return (url) => {
    const question = url.indexOf('?');
    const text = question === -1 ? '' : url.slice(question + 1);
    // It would read different bytes that are no UTF-8 as one text.
    if (!isDecodable(text)) return { query: {}, problems: [notUtf8] };
    const given = new URLSearchParams(text);
    const names = [...new Set(given.keys())];
    const isRepeated = (name: string) => given.getAll(name).length > 1 && Object.hasOwn(declared, name);
    const query = Object.fromEntries(
      names.map((name) => [name, valueOf(given.get(name)!, declared[name]?.type)]),
    );
    const repeated = names.filter(isRepeated).map((name) => `query.${name}`);
    const found = [...storableProblems(query, 'query'), ...checkShape.problems(query, 'query')];
    const problems = found.filter(({ path }) => !repeated.includes(path));
    return {
      query,
      problems: [
        ...repeated.map((path): Problem => ({ path, message: 'must be set only once', code: 'duplicate' })),
        ...problems,
      ],
    };
  };
}

const notUtf8: Problem = { path: 'query', message: 'must be percent-encoded UTF-8' };

/** Returns whether the query can be decoded. A `%` without two hexadecimal digits behind it stays as it is. */
function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

const wholeNumber = /^(?:0|-?[1-9][0-9]*)$/;
const decimalNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Parses a value by its type. A value that is not written like its type stays text, which the schema then refuses. */
function valueOf(text: string, type: unknown): unknown {
  if (type === 'integer') return wholeNumber.test(text) ? Number(text) : text;
  if (type === 'number') return decimalNumber.test(text) ? Number(text) : text;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
