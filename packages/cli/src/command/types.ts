import { resolve } from 'node:path';
import { readTextFile, writeTextFile } from '../files/text-files.ts';
import { askForTop } from '../git/find-top.ts';
import { formatCount } from '../report/report.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listDifferences } from '../types/difference.ts';
import { writeTypes } from '../types/write-types.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { projectName, serviceClient, whichProject } from './known-keys.ts';
import type { Options } from './options.ts';

/** Writes the types of the project's variables, or checks that the file has them. It needs neither git nor a repository. */
export async function types(context: Context, options: Options<'types'>): Promise<ExitCode> {
  const { literals = false, openfeature = false, client = false } = options;
  const root = askForTop(context.folder, context.env) ?? context.folder;
  const settings = await readSettings(root, options.config, context.folder);
  const project = projectName(context, options, settings)?.toLowerCase();
  const service = serviceClient(context, options);
  if (project === undefined || service === undefined) throw new Failure(exitCodes.usage, whichProject);

  const variables = await service.listTypes(project, literals);
  const text = writeTypes(variables, { project, literals, openfeature, client });
  if (options.out === undefined) {
    context.stdout.write(text);
    return exitCodes.done;
  }
  const existing = readExisting(context, options.out, root);
  if (options.check) return check(context, options.out, existing, text);
  if (existing === text) {
    say(context, `${options.out} is up to date.`);
    return exitCodes.done;
  }
  write(context, options.out, text, root);
  const written = variables.filter((variable) => variable.client || !client).length;
  say(context, `Wrote ${options.out}: ${formatCount(written, 'variable')} of ${project}.`);
  return exitCodes.done;
}

function check(context: Context, out: string, existing: string | undefined, text: string): ExitCode {
  if (existing === undefined) {
    say(context, `Check failed: ${out} does not exist.`);
    return exitCodes.checkFailed;
  }
  const difference = listDifferences(existing, text);
  if (difference.length === 0) {
    say(context, 'Check passed.');
    return exitCodes.done;
  }
  for (const line of difference) say(context, `  ${line}`);
  say(context, `Check failed: ${out} is out of date. Run the same command without --check.`);
  return exitCodes.checkFailed;
}

/** Far more than a project has variables for. */
const maxBytes = 64 * 1024 * 1024;

/** Reads the existing file; undefined if there is none. */
function readExisting({ folder }: Context, out: string, root: string): string | undefined {
  try {
    return readTextFile(resolve(folder, out), root, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(exitCodes.usage, `--out cannot be read: ${(error as Error).message}`);
  }
}

function write({ folder }: Context, out: string, text: string, root: string): void {
  try {
    writeTextFile(resolve(folder, out), text, root);
  } catch (error) {
    throw new Failure(exitCodes.usage, `--out cannot be written: ${(error as Error).message}`);
  }
}
