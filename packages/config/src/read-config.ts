import { FieldProblem, type Field } from './field.ts';

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Config<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

/** What must hold between variables; gives a sentence for each mistake. `isSet` knows what the environment has. */
export type Rule = (isSet: (name: string) => boolean) => readonly string[];

/** Every mistake in the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the named environment variables into one frozen object under the same names. A variable that is set to
 * nothing but space counts as not set. Throws a ConfigError that lists every mistake, those against the `rules` too; `warn`
 * hears what is lenient.
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
