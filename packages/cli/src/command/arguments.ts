import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Context } from './context.ts';
import { Failure, exitCodes } from './failure.ts';
import { optionsOf, type CommandName, type Options, type Values } from './options.ts';
import { usageProblems } from './usage-problems.ts';

/** Parses the arguments of a command. Throws a Failure that lists all problems of the arguments and of the environment. */
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

interface Parsed {
  readonly values: Values;
  readonly operands: readonly string[];
  readonly problems: string[];
}

/** Reads the tokens one by one, because parseArgs in its strict mode stops at the first problem. */
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
