import { parseArgs, type ParseArgsConfig } from 'node:util';
import { providers, type Provider } from '../settings/settings.ts';
import { Failure, exitCodes } from './failure.ts';

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

export const optionsOf = {
  push: {
    ...shared,
    provider: { type: 'string' },
    repository: { type: 'string' },
    branch: { type: 'string' },
    'default-branch': { type: 'string' },
    'any-branch': { type: 'boolean' },
    'allow-empty': { type: 'boolean' },
    'allow-partial': { type: 'boolean' },
    'no-snippets': { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  scan: { ...shared, ...written, check: { type: 'boolean' }, 'no-snippets': { type: 'boolean' } },
  diff: { ...shared, ...written },
} as const satisfies Record<string, ParseArgsConfig['options']>;

export type CommandName = keyof typeof optionsOf;

/** The values of one command's options, all optional. */
export type Options<Name extends CommandName> = {
  readonly [Key in keyof (typeof optionsOf)[Name]]?: (typeof optionsOf)[Name][Key] extends { type: 'boolean' }
    ? boolean
    : string;
};

export function parseOptions<Name extends CommandName>(
  name: Name,
  args: readonly string[],
): { options: Options<Name>; operands: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: optionsOf[name],
      allowPositionals: name === 'diff',
      strict: true,
    });
    return { options: values, operands: positionals };
  } catch (error) {
    const [message = ''] = (error as Error).message.split('. To specify a positional');
    throw new Failure(exitCodes.usage, `${message}\nSee bunting refs ${name} --help.`);
  }
}

export function oneOf<Value extends string>(
  option: string,
  value: string | undefined,
  allowed: readonly Value[],
): Value | undefined {
  if (value === undefined || allowed.includes(value as Value)) return value as Value | undefined;
  throw new Failure(exitCodes.usage, `--${option} must be one of ${allowed.join(', ')}; it is "${value}".`);
}

export function providerOption(value: string | undefined): Provider | undefined {
  return oneOf('provider', value, providers);
}
