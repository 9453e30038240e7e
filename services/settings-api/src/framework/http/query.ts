import { createShapeCheck, storableProblems } from '@bunting/definitions';
import type { Problem } from '@bunting/definitions';
import { parseInstant } from '@bunting/evaluator';
import { Type } from 'typebox';
import type { TProperties, TSchema } from 'typebox';

/** The query of a route. What has no narrower rule of its own is not empty. */
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

/** The parameters as the handler is given them, or everything that is wrong with them. */
export interface ReadQuery {
  readonly query: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

const noParameters = querySchema({});

/**
 * Reads the query of a URL. Text by nature, its numbers are taken as one would write them, in digits alone, and `true` and
 * `false` as these words; a parameter is given once, so that nobody has to guess which one counted. Defaults are filled in.
 */
export function createQueryReader(schema: TSchema = noParameters): (url: string) => ReadQuery {
  const { properties: declared } = schema as unknown as { properties: Record<string, { type?: unknown }> };
  const isRight = createShapeCheck(schema, { withDefaults: true });
  return (url) => {
    const question = url.indexOf('?');
    const given = new URLSearchParams(question === -1 ? '' : url.slice(question + 1));
    const names = [...new Set(given.keys())];
    const isRepeated = (name: string) => given.getAll(name).length > 1 && Object.hasOwn(declared, name);
    const query = Object.fromEntries(
      names.map((name) => [name, valueOf(given.get(name)!, declared[name]?.type)]),
    );
    const repeated = names.filter(isRepeated).map((name) => `query.${name}`);
    const unfit = [...storableProblems(query, 'query'), ...isRight.problems(query, 'query')];
    const problems = unfit.filter(({ path }) => !repeated.includes(path));
    return {
      query,
      problems: [...repeated.map((path) => ({ path, message: 'must be given once' })), ...problems],
    };
  };
}

const wholeNumber = /^(?:0|-?[1-9][0-9]*)$/;
const decimalNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** What is not written as its type is stays text, which the schema then refuses. */
function valueOf(text: string, type: unknown): unknown {
  if (type === 'integer') return wholeNumber.test(text) ? Number(text) : text;
  if (type === 'number') return decimalNumber.test(text) ? Number(text) : text;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const moment = (description: string) =>
  Type.Optional(
    Type.String({
      description: `an ISO 8601 date, with a time or without, in UTC unless it has an offset: ${description}`,
    }),
  );

/** Two moments that a list may be cut by. */
export const spanParameters = {
  from: moment('the first moment'),
  to: moment('the moment after the last one'),
};

/** Both in milliseconds since 1970; `undefined` = open. */
export interface Span {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly problems: readonly Problem[];
}

const longestMoment = 40;

export function readSpan(query: { readonly from?: string; readonly to?: string }): Span {
  const problems: Problem[] = [];
  const read = (name: 'from' | 'to'): number | undefined => {
    const text = query[name];
    if (text === undefined) return undefined;
    // Whoever forgets to write %2B for the plus of an offset sends a space.
    // What is longer is no moment, and what looks for the space takes the square of its length.
    const time =
      text.length > longestMoment
        ? undefined
        : parseInstant(text.replace(/^(.+T.+) (?=[0-9]{2}:?[0-9]{2}$)/, '$1+'));
    if (time === undefined) {
      problems.push({ path: `query.${name}`, message: 'must be an ISO 8601 date, with a time or without' });
    }
    return time;
  };
  const [from, to] = [read('from'), read('to')];
  if (from !== undefined && to !== undefined && from >= to) {
    problems.push({ path: 'query.to', message: 'must be after "from"' });
  }
  return { from, to, problems };
}
