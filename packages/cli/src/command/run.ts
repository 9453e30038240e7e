import type { CommandName } from './options.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { help, formatHelp } from './help.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command line and returns its exit code. It never throws. */
export async function run(context: Context): Promise<ExitCode> {
  const softFail = context.argv.includes('--soft-fail');
  try {
    return applySoftFail(context, await dispatch(context), softFail);
  } catch (error) {
    if (error instanceof Failure) {
      say(context, error.message);
      return applySoftFail(context, error.exitCode, softFail);
    }
    say(
      context,
      `Internal error in bunting: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
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
  if (group === 'types') return runCommand(context, 'types', context.argv.slice(1));
  const isAsked =
    group === '--help' || group === '-h' || group === 'help' || name === '--help' || name === '-h';
  if (isAsked || group === undefined || (group === 'refs' && name === undefined)) {
    context.stdout.write(help);
    return isAsked ? exitCodes.done : exitCodes.usage;
  }
  if (group !== 'refs' || !isCommand(name))
    throw new Failure(
      exitCodes.usage,
      `Unknown command "${[group, name].filter(Boolean).join(' ')}". See bunting --help.`,
    );
  return runCommand(context, name, args);
}

async function runCommand(context: Context, name: CommandName, args: readonly string[]): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    context.stdout.write(formatHelp(name));
    return exitCodes.done;
  }
  // Commands are imported here, so that --help and --version load neither the scanner nor the client.
  switch (name) {
    case 'push': {
      const { options } = parseArguments(context, name, args);
      const { refsPush } = await import('./refs-push.ts');
      return refsPush(context, options);
    }
    case 'scan': {
      const { options } = parseArguments(context, name, args);
      const { refsScan } = await import('./refs-scan.ts');
      return refsScan(context, options);
    }
    case 'diff': {
      const { options, operands } = parseArguments(context, name, args);
      const { refsDiff } = await import('./refs-diff.ts');
      return refsDiff(context, options, operands);
    }
    case 'stale': {
      const { options } = parseArguments(context, name, args);
      const { refsStale } = await import('./refs-stale.ts');
      return refsStale(context, options);
    }
    case 'plan': {
      const { options, operands } = parseArguments(context, name, args);
      const { refsPlan } = await import('./refs-plan.ts');
      return refsPlan(context, options, operands);
    }
    case 'types': {
      const { options } = parseArguments(context, name, args);
      const { types } = await import('./types.ts');
      return types(context, options);
    }
  }
}

function isCommand(name: string | undefined): name is Exclude<CommandName, 'types'> {
  return ['push', 'scan', 'diff', 'stale', 'plan'].includes(name ?? '');
}

function applySoftFail(context: Context, code: ExitCode, softFail: boolean): ExitCode {
  if (!softFail || code === exitCodes.done || code === exitCodes.usage) return code;
  say(context, `Exiting with 0 instead of ${code} (--soft-fail).`);
  return exitCodes.done;
}
