import { resolve } from 'node:path';
import { writeTextFile } from '../files/text-files.ts';
import { findProblems, type CheckProblem } from '../report/check.ts';
import { toCsv, toJson, toMarkdown, toText } from '../report/formats.ts';
import { formatCount, type Report } from '../report/report.ts';
import { toSarif } from '../report/sarif.ts';
import { summarise } from '../report/summary.ts';
import type { Options } from './options.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { knownKeys } from './known-keys.ts';
import { openRepository, sayAll, scanRepository } from './scan-repository.ts';
import { checkNeedsKeys } from './parse-arguments.ts';

const formats: Readonly<Record<string, (report: Report) => string>> = {
  text: toText,
  json: toJson,
  csv: toCsv,
  sarif: toSarif,
  markdown: toMarkdown,
};

export async function refsScan(context: Context, options: Options<'scan'>): Promise<ExitCode> {
  const format = formats[options.format ?? 'text'] ?? toText;
  const repository = await openRepository(context, options.config);
  const keys = await knownKeys(context, options, repository.settings, repository.git.folder);
  if (options.check && keys === undefined) throw new Failure(exitCodes.usage, checkNeedsKeys);
  const { report, unsearched } = await scanRepository(context, repository, options, keys);
  writeResult(context, { output: options.output, root: repository.git.folder }, format(report));
  sayAll(context, summarise(report, options.verbose ?? false));
  if (!options.check) return exitCodes.done;

  if (keys?.archived === undefined)
    say(context, "Can't tell which features are archived, so only unknown keys were checked.");
  const problems = findProblems(report.references, repository.settings.allowUnknown);
  sayAll(context, problems.map(describe));
  return concludeCheck(context, problems.length, unsearched, options['allow-partial'] ?? false);
}

/** Ends the check. A check that did not search every file does not pass, unless --allow-partial is given. */
export function concludeCheck(
  context: Context,
  problems: number,
  unsearched: readonly string[],
  mayBePartial: boolean,
): ExitCode {
  if (unsearched.length > 0) say(context, `Not searched: ${unsearched.join('; ')}.`);
  if (problems > 0) {
    say(context, `Check failed: ${formatCount(problems, 'key')}.`);
    return exitCodes.checkFailed;
  }
  if (unsearched.length === 0) say(context, 'Check passed.');
  else if (mayBePartial) say(context, 'Check passed for all other files.');
  else
    throw new Failure(
      exitCodes.usage,
      'Check incomplete: it passed for all other files. Check out all files, list those to ignore in bunting.yaml, ' +
        'or pass --allow-partial.',
    );
  return exitCodes.done;
}

function describe({ key, status, references }: CheckProblem): string {
  const [first] = references;
  const what = status === 'unknown' ? 'is not in the project' : 'belongs to an archived feature';
  const more = references.length > 1 ? ` and ${formatCount(references.length - 1, 'more place')}` : '';
  return `  ${key} ${what}: ${first?.file}:${first?.line}${more}`;
}

/** Writes to standard output, or to the file that --output names. */
export function writeResult(
  context: Context,
  { output, root }: { readonly output: string | undefined; readonly root: string },
  text: string,
): void {
  if (output === undefined) {
    context.stdout.write(text);
    return;
  }
  try {
    writeTextFile(resolve(context.folder, output), text, root);
  } catch (error) {
    throw new Failure(exitCodes.usage, `--output cannot be written: ${(error as Error).message}`);
  }
}
