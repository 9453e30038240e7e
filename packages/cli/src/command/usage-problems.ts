import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { maskSecrets } from '../scan/mask-secrets.ts';
import { branchProblem, projectProblem, repositoryProblem, type Rule } from '../settings/names.ts';
import { providers } from '../settings/settings.ts';
import { formatsOf, type CommandName, type Values } from './options.ts';
import type { Context } from './context.ts';

/** What is wrong with options, operands and environment variables, as far as it shows before any file is read. */
export function usageProblems(
  { env, folder }: Context,
  name: CommandName,
  values: Values,
  operands: readonly string[],
): string[] {
  const rules: Readonly<Record<string, Rule>> = {
    project: projectProblem,
    url: addressProblem,
    provider: oneOf(providers),
    repository: (text) => repositoryProblem(text),
    branch: branchProblem,
    'default-branch': branchProblem,
    format: oneOf(formatsOf[name]),
    config: (path) => inputProblem(resolve(folder, path)),
    'keys-file': (path) => inputProblem(resolve(folder, path)),
    output: (path) => outputProblem(resolve(folder, path)),
  };
  const ofOptions = Object.entries(values).flatMap(([option, value]) =>
    typeof value === 'string' ? problemsOfValue(`--${option}`, value, rules[option]) : [],
  );
  // An option wins over its variable, whatever that says.
  const ofVariables = ['url', 'project'].flatMap((option) => {
    const variable = `BUNTING_${option.toUpperCase()}`;
    const value = values[option] === undefined ? given(env[variable]) : undefined;
    return value === undefined ? [] : problemsOfValue(variable, value, rules[option]);
  });
  return [
    ...ofOptions,
    ...ofVariables,
    ...problemOfToken(given(env['BUNTING_TOKEN'])),
    ...problemOfOperands(name, operands),
    ...missing(name, values, env),
  ];
}

/** What an environment variable says; blank is not set. */
export function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function problemsOfValue(what: string, value: string, rule: Rule | undefined): string[] {
  if (value === '') return [`${what} must not be empty.`];
  const problem = rule?.(value);
  if (problem === undefined) return [];
  // Variables get mixed up, and addresses hold passwords.
  return [`${what} ${problem}; it is "${maskSecrets(value)}".`];
}

/** Whatever it is, it is not repeated: it may be a secret of something else. */
function problemOfToken(token: string | undefined): string[] {
  const isToken = token === undefined || /^rpa_[!-~]+$/.test(token);
  return isToken ? [] : ['BUNTING_TOKEN must be an organisation token (rpa_…).'];
}

function problemOfOperands(name: CommandName, operands: readonly string[]): string[] {
  if (name !== 'diff') return operands.map((operand) => `"${operand}" is no option.`);
  return operands.length === 1 && operands[0] !== '' && !operands[0]?.startsWith('-')
    ? []
    : ['Say what to compare with: bunting refs diff BASE, a branch or commit.'];
}

/** What cannot be in bunting.yaml either. */
function missing(name: CommandName, values: Values, env: Context['env']): string[] {
  const variables = [values['url'] ?? given(env['BUNTING_URL']), given(env['BUNTING_TOKEN'])];
  const isService = !variables.includes(undefined);
  if (name === 'push' && !isService && !values['dry-run'])
    return ['Where to? Set BUNTING_URL and BUNTING_TOKEN.'];
  const knowsKeys = values['keys-file'] !== undefined || (isService && !values['offline']);
  return values['check'] && !knowsKeys ? [checkNeedsKeys] : [];
}

export const checkNeedsKeys =
  '--check needs the keys of the project: set BUNTING_URL, BUNTING_TOKEN and --project, or give --keys-file.';

const addressProblem: Rule = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'must be an address such as https://flags.example.com';
  const isPlain = url.username === '' && url.password === '';
  return isPlain ? undefined : 'must have neither a user name nor a password in it';
};

function oneOf(words: readonly string[]): Rule {
  return (text) => (words.includes(text) ? undefined : `must be one of ${words.join(', ')}`);
}

function inputProblem(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'must be a file';
  return accessProblem(path, constants.R_OK, 'cannot be read');
}

function outputProblem(path: string): string | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return 'must be a file';
  if (there !== undefined) return accessProblem(path, constants.W_OK, 'cannot be written');
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return 'must be in a folder that is there';
  return accessProblem(dirname(path), constants.W_OK, 'cannot be written');
}

function accessProblem(path: string, mode: number, words: string): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return `${words} (${(error as NodeJS.ErrnoException).code})`;
  }
}
