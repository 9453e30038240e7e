import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, getErrorMessage } from '@bunting/embedded-servers';

/** The request of a command line: a text, or a start with an environment. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'start'; readonly env: NodeJS.ProcessEnv };

/** The context in which the command runs. */
export interface CommandContext {
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly home: string;
  /** `process.platform` */
  readonly platform: string;
}

/**
 * Reads the command line of `bunting`. Options become variables of the start command and take precedence over those of the environment. Relative
 * paths begin at the current folder. Throws a Failure for anything that isn't an option.
 */
export function readOptions(
  args: readonly string[],
  { env, folder, home, platform }: CommandContext,
): Request {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  refuseCommands(positionals);
  if (platform === 'win32')
    throw new Failure(
      'On Windows, Bunting runs in WSL: run wsl --install, open its terminal, install Node.js there, and run this command again.',
    );
  if (values.empty && values.document !== undefined)
    throw new Failure('--empty and --document exclude each other: choose one.');
  const dataDir = values.data ?? env['DATA_DIR'];
  const document = values.empty ? '' : (values.document ?? env['BOOTSTRAP_FILE']);
  return {
    kind: 'start',
    env: {
      ...env,
      ...(values.port !== undefined && { PORT: values.port }),
      ...(values.host !== undefined && { HOST: values.host }),
      DATA_DIR: dataDir ? resolve(folder, dataDir) : join(home, '.bunting'),
      ...(document !== undefined && { BOOTSTRAP_FILE: document.trim() && resolve(folder, document.trim()) }),
    },
  };
}

/** The options that set a variable of the start command. */
const options: Readonly<Record<string, string>> = {
  PORT: '--port',
  HOST: '--host',
  DATA_DIR: '--data',
  BOOTSTRAP_FILE: '--document',
};
const variables = new RegExp(`\\b(?:${Object.keys(options).join('|')})\\b`, 'g');

/** Returns a message of the start command with the option before each variable that has one. */
export function nameOptions(message: string): string {
  return message.replaceAll(variables, (variable) => `${options[variable]} or ${variable}`);
}

/** Refuses every positional argument but a single "start". */
function refuseCommands([command, ...others]: readonly string[]): void {
  if (command === undefined) return;
  if (command === 'start') {
    if (others.length === 0) return;
    throw new Failure(`"${others[0]}" is one argument too many: run bunting --help.`);
  }
  // Both packages have a command of this name.
  if (['refs', 'types'].includes(command))
    throw new Failure(`"${command}" is a command of another package: run npx @bunting/cli ${command}.`);
  throw new Failure(`There is no command "${command}": run bunting --help.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        document: { type: 'string' },
        empty: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    // Node.js appends how to write a positional argument with a dash.
    const [reason] = getErrorMessage(error).split('. ');
    throw new Failure(`${reason}: run bunting --help.`);
  }
}
