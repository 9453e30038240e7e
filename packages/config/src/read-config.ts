import { FieldProblem, type Field } from './field.ts';

/** Fields by the names of their environment variables. */
export type Fields = Readonly<Record<string, Field<unknown>>>;
/** The values of the fields, by the names of their environment variables. */
export type Config<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

/** A condition between several variables; returns a sentence for each mistake. `isSet` says which variables are set. */
export type Rule = (isSet: (name: string) => boolean) => readonly string[];

/** Every mistake in the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'an error' : `${problems.length} errors`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the environment variables of `fields` into one frozen object with the same names. A variable with only white space counts
 * as not set. Throws a ConfigError that lists every mistake, those against `rules` included. `warn` receives the warnings of
 * fields that fall back to their defaults.
 */
export function readConfig<const F extends Fields>(
  env: Readonly<Record<string, string | undefined>>,
  fields: F,
  warn: (message: string) => void = () => {},
  rules: readonly Rule[] = [],
): Config<F> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = env[name]?.trim() || field.defaultText;
    if (given === undefined) {
      if (!field.isOptional) problems.push(`${name} is required: ${field.description}`);
      continue;
    }
    try {
      values[name] = field.parse(given);
      const warning = field.warning?.(given);
      if (warning !== undefined) warn(`${name} ${warning}.`);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push(`${name} ${error.message}.`);
    }
  }
  problems.push(...rules.flatMap((rule) => rule((name) => Boolean(env[name]?.trim()))));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(values) as Config<F>;
}
