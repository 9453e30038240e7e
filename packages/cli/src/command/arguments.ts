import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Context } from './context.ts';
import { Failure, exitCodes } from './failure.ts';
import { usageProblems } from './usage-problems.ts';

const shared = {
  project: { type: 'string', short: 'p' },
  url: { type: 'string' },
  config: { type: 'string', short: 'c' },
  'keys-file': { type: 'string' },
  offline: { type: 'boolean' },
  verbose: { type: 'boolean', short: 'v' },
  'soft-fail': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const written = {
  format: { type: 'string', short: 'f' },
  output: { type: 'string', short: 'o' },
} as const;

const partial = { 'allow-partial': { type: 'boolean' } } as const;

export const optionsOf = {
  push: {
    ...shared,
    ...partial,
    provider: { type: 'string' },
    repository: { type: 'string' },
    branch: { type: 'string' },
    'default-branch': { type: 'string' },
    'any-branch': { type: 'boolean' },
    'allow-empty': { type: 'boolean' },
    'no-snippets': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  scan: {
    ...shared,
    ...written,
    ...partial,
    check: { type: 'boolean' },
    'no-snippets': { type: 'boolean' },
  },
  diff: { ...shared, ...written },
} as const satisfies Record<string, ParseArgsConfig['options']>;

export type CommandName = keyof typeof optionsOf;

/** The values of one command's options, all optional. */
export type Options<Name extends CommandName> = {
  readonly [Key in keyof (typeof optionsOf)[Name]]?: (typeof optionsOf)[Name][Key] extends { type: 'boolean' }
    ? boolean
    : string;
};

/** What the words behind the command say. Throws a Failure with everything that is wrong with them or with the environment. */
export function readArguments<Name extends CommandName>(
  context: Context,
  name: Name,
  args: readonly string[],
): { options: Options<Name>; operands: readonly string[] } {
  const { values, operands, problems } = parse(optionsOf[name], args);
  problems.push(...usageProblems(context, name, values, operands));
  if (problems.length === 0) return { options: values as Options<Name>, operands };
  throw new Failure(exitCodes.usage, `${problems.join('\n')}\nSee bunting refs ${name} --help.`);
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

interface Parsed {
  readonly values: Values;
  readonly operands: readonly string[];
  readonly problems: string[];
}

/** parseArgs in its strict mode stops at the first problem; read token by token it tells them all. */
function parse(known: NonNullable<ParseArgsConfig['options']>, args: readonly string[]): Parsed {
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const operands: string[] = [];
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const type = Object.hasOwn(known, name) ? known[name]?.type : undefined;
    if (type === undefined) problems.push(`There is no option ${rawName}.`);
    else if (type === 'boolean' && value !== undefined) problems.push(`${rawName} takes no value.`);
    else if (type === 'boolean') values[name] = true;
    else if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-'))
      problems.push(`${rawName} takes a value${value === undefined ? '' : `, not "${value}"`}.`);
    else values[name] = value;
  }
  return { values, operands, problems };
}
