import { parseArgs } from 'node:util';
import { maskSecrets } from '../scan/snippets/mask-secrets.ts';
import { readVariable, type Context } from './context.ts';
import { Failure, exitCodes } from './failure.ts';
import { commands, getOptions, type CommandName, type Option, type Options } from './options.ts';

type KnownOptions = Readonly<Record<string, Option>>;
type Values = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Parses the arguments of a command. Throws a Failure that lists all problems of arguments and environment variables; it
 * reads no file for that.
 */
export function parseArguments<Name extends CommandName>(
  context: Context,
  name: Name,
  args: readonly string[],
): { options: Options<Name>; operands: readonly string[] } {
  const known = getOptions(name);
  const { values, operands, problems } = parse(known, args);
  problems.push(
    ...valueProblems(context, known, values),
    ...tokenProblems(context),
    ...operandProblems(name, operands),
    ...missingProblems(context, name, values),
  );
  if (problems.length === 0) return { options: values as Options<Name>, operands };
  throw new Failure(exitCodes.usage, `${problems.join('\n')}\nSee ${commands[name].words} --help.`);
}

/** Reads the tokens one by one, because parseArgs in its strict mode stops at the first problem. */
function parse(known: KnownOptions, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { short, value }]) => [
      name,
      {
        type: value === undefined ? 'boolean' : 'string',
        ...(short === undefined ? {} : { short }),
      } as const,
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
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
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (type === undefined) problems.push(`Unknown option ${rawName}.`);
    else if (type === 'boolean' && value !== undefined) problems.push(`${rawName} takes no value.`);
    else if (type === 'boolean') values[name] = true;
    else if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-'))
      problems.push(`${rawName} takes a value${value === undefined ? '' : `, not "${value}"`}.`);
    else values[name] = value;
  }
  return { values, operands, problems };
}

/** Returns problems of options, and of environment variables whose option is not given. */
function valueProblems({ env, folder }: Context, known: KnownOptions, values: Values): string[] {
  const check = (name: string, value: string, option: Option | undefined): string[] => {
    if (value === '') return [`${name} must not be empty.`];
    const problem = option?.check?.(value, folder);
    // A token may be set in the wrong variable, and an address may contain a password.
    return problem === undefined ? [] : [`${name} ${problem}; it is "${maskSecrets(value)}".`];
  };
  const ofOptions = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? check(`--${name}`, value, known[name]) : [],
  );
  const ofVariables = ['url', 'project'].flatMap((name) => {
    const variable = `BUNTING_${name.toUpperCase()}`;
    const value = values[name] === undefined ? readVariable(env, variable) : undefined;
    return value === undefined ? [] : check(variable, value, known[name]);
  });
  return [...ofOptions, ...ofVariables];
}

/** Checks the token. The message does not repeat the value, which may be another secret. */
function tokenProblems({ env }: Context): string[] {
  const token = readVariable(env, 'BUNTING_TOKEN');
  const isToken = token === undefined || /^rpa_[!-~]+$/.test(token);
  return isToken ? [] : ['BUNTING_TOKEN must be an organisation token (rpa_…).'];
}

function operandProblems(name: CommandName, operands: readonly string[]): string[] {
  if (name === 'plan') {
    return operands.length === 1 && operands[0] !== ''
      ? []
      : ['Pass the key to remove: bunting refs plan KEY.'];
  }
  if (name !== 'diff') return operands.map((operand) => `Unexpected argument "${operand}".`);
  return operands.length === 1 && operands[0] !== '' && !operands[0]?.startsWith('-')
    ? []
    : ['Pass a branch or commit to compare with: bunting refs diff BASE.'];
}

/** Returns the missing options that bunting.yaml cannot set. */
function missingProblems({ env }: Context, name: CommandName, values: Values): string[] {
  const address = values['url'] ?? readVariable(env, 'BUNTING_URL');
  const hasService = address !== undefined && readVariable(env, 'BUNTING_TOKEN') !== undefined;
  const needsService = name === 'push' ? !values['dry-run'] : ['stale', 'plan', 'types'].includes(name);
  const knowsKeys = values['keys-file'] !== undefined || (hasService && !values['offline']);
  const problems: string[] = [];
  if (needsService && !hasService) problems.push('Set BUNTING_URL and BUNTING_TOKEN.');
  if (name === 'stale' && /^\d+$/.test(String(values['max'])) && !values['check'])
    problems.push('--max needs --check.');
  if (name === 'types' && values['check'] && values['out'] === undefined)
    problems.push('--check needs --out.');
  if (name === 'scan' && values['check'] && !knowsKeys) problems.push(checkNeedsKeys);
  return problems;
}

export const checkNeedsKeys =
  "--check needs the project's keys: set BUNTING_URL, BUNTING_TOKEN and --project, or pass --keys-file.";
