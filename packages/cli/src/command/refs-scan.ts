import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findProblems, type CheckProblem } from '../report/check.ts';
import { toCsv } from '../report/csv.ts';
import { toJson } from '../report/json.ts';
import { toMarkdown } from '../report/markdown.ts';
import { counted, type Report } from '../report/report.ts';
import { toSarif } from '../report/sarif.ts';
import { summarise } from '../report/summary.ts';
import { toText } from '../report/text.ts';
import { oneOf, type Options } from './arguments.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { knownKeys } from './known-keys.ts';
import { openRepository, sayAll, scanRepository } from './scan-repository.ts';

const formats: Readonly<Record<string, (report: Report) => string>> = {
  text: toText,
  json: toJson,
  csv: toCsv,
  sarif: toSarif,
  markdown: toMarkdown,
};

export async function refsScan(context: Context, options: Options<'scan'>): Promise<ExitCode> {
  const format = formats[oneOf('format', options.format, Object.keys(formats)) ?? 'text'] as (
    report: Report,
  ) => string;
  const repository = await openRepository(context, options.config);
  const keys = await knownKeys(context, options, repository.settings);
  if (options.check && keys === undefined)
    throw new Failure(
      exitCodes.usage,
      '--check needs the keys of the project: set BUNTING_URL, BUNTING_TOKEN and --project, or give --keys-file.',
    );
  const { report } = await scanRepository(context, repository, options, keys);
  writeResult(context, options.output, format(report));
  sayAll(context, summarise(report, options.verbose ?? false));
  if (!options.check) return exitCodes.done;

  if (keys?.archived === undefined)
    say(context, 'Which features are archived is not known here: only unknown keys were looked for.');
  const problems = findProblems(report.references, repository.settings.allowUnknown);
  if (problems.length === 0) {
    say(context, 'Check passed.');
    return exitCodes.done;
  }
  sayAll(context, problems.map(describe));
  say(context, `Check failed: ${counted(problems.length, 'key')}.`);
  return exitCodes.checkFailed;
}

function describe({ key, status, references }: CheckProblem): string {
  const [first] = references;
  const what = status === 'unknown' ? 'is not in the project' : 'belongs to an archived feature';
  const more = references.length > 1 ? ` and ${counted(references.length - 1, 'more place')}` : '';
  return `  ${key} ${what}: ${first?.file}:${first?.line}${more}`;
}

export function writeResult(context: Context, output: string | undefined, text: string): void {
  if (output === undefined) {
    context.stdout.write(text);
    return;
  }
  try {
    writeFileSync(resolve(context.folder, output), text);
  } catch (error) {
    throw new Failure(exitCodes.usage, `--output cannot be written: ${(error as Error).message}`);
  }
}
