import { readArguments } from './arguments.ts';
import type { CommandName } from './options.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { help, helpOf } from './help.ts';

/** Runs one command line; never throws. */
export async function run(context: Context): Promise<ExitCode> {
  const isSoft = context.argv.includes('--soft-fail');
  try {
    return softened(context, await dispatch(context), isSoft);
  } catch (error) {
    if (error instanceof Failure) {
      say(context, error.message);
      return softened(context, error.exitCode, isSoft);
    }
    say(
      context,
      `This is a fault of bunting itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return exitCodes.service;
  }
}

async function dispatch(context: Context): Promise<ExitCode> {
  const [group, name, ...args] = context.argv;
  if (group === '--version' || group === '-V' || group === 'version') {
    context.stdout.write(`${context.version}\n`);
    return exitCodes.done;
  }
  const isAsked =
    group === '--help' || group === '-h' || group === 'help' || name === '--help' || name === '-h';
  if (isAsked || group === undefined || (group === 'refs' && name === undefined)) {
    context.stdout.write(help);
    return isAsked ? exitCodes.done : exitCodes.usage;
  }
  if (group !== 'refs' || !isCommand(name))
    throw new Failure(
      exitCodes.usage,
      `There is no command "${[group, name].filter(Boolean).join(' ')}". See bunting --help.`,
    );
  return runCommand(context, name, args);
}

async function runCommand(context: Context, name: CommandName, args: readonly string[]): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    context.stdout.write(helpOf[name]);
    return exitCodes.done;
  }
  // Loaded when it is asked for, so that --help and --version start at once.
  switch (name) {
    case 'push': {
      const { options } = readArguments(context, name, args);
      const { refsPush } = await import('./refs-push.ts');
      return refsPush(context, options);
    }
    case 'scan': {
      const { options } = readArguments(context, name, args);
      const { refsScan } = await import('./refs-scan.ts');
      return refsScan(context, options);
    }
    case 'diff': {
      const { options, operands } = readArguments(context, name, args);
      const { refsDiff } = await import('./refs-diff.ts');
      return refsDiff(context, options, operands);
    }
  }
}

function isCommand(name: string | undefined): name is CommandName {
  return name === 'push' || name === 'scan' || name === 'diff';
}

function softened(context: Context, code: ExitCode, isSoft: boolean): ExitCode {
  if (!isSoft || code === exitCodes.done || code === exitCodes.usage) return code;
  say(context, `Ends with 0 instead of ${code}, because of --soft-fail.`);
  return exitCodes.done;
}
