import { formatCount } from '../report/report.ts';
import { staleFormats, type StaleKey, type StaleReport } from '../report/stale-formats.ts';
import { summarise } from '../report/summary.ts';
import { projectPath, readAll, type Advice, type ListedFeature } from '../service/read-advice.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { keysOfAll, projectName, projectParts, serviceClient, whichProject } from './known-keys.ts';
import { staleVerdicts, type Options } from './options.ts';
import { concludeCheck, writeResult } from './refs-scan.ts';
import { openRepository, sayAll, scanRepository } from './scan-repository.ts';

/** Verdicts on which the check fails where they are certain. */
const failing: ReadonlySet<string> = new Set(['remove_code', 'archive', 'delete']);

/** Prints the stale keys of the working tree, where they are, and the value to replace each with. */
export async function refsStale(context: Context, options: Options<'stale'>): Promise<ExitCode> {
  const repository = await openRepository(context, options.config);
  const { settings } = repository;
  const single = projectName(context, options, settings)?.toLowerCase();
  const parts = projectParts(context, options, settings);
  const client = serviceClient(context, options);
  if ((single === undefined && parts.length === 0) || client === undefined)
    throw new Failure(exitCodes.usage, whichProject);
  const of = parts.length > 0 ? parts : [{ path: '', project: single! }];
  const keys = await keysOfAll(of, (project) => readAdvised(client, project, options.owner));
  const { report, unsearched } = await scanRepository(context, repository, options, keys);
  const groups = new Map<string, StaleKey>();
  for (const reference of report.references) {
    const project = reference.project ?? of[0]!.project;
    const advice = keys.ofProject.get(project)?.adviceOf.get(reference.key);
    if (advice === undefined || !isMeant(advice, options.verdict)) continue;
    const name = `${project} ${reference.key}`;
    const { references = [] } = groups.get(name) ?? {};
    groups.set(name, { key: reference.key, project, advice, references: [...references, reference] });
  }
  const rank = ({ advice }: StaleKey) => staleVerdicts.indexOf(advice.verdict as 'delete');
  const stale: StaleReport = {
    project: parts.length > 0 ? null : (single ?? null),
    version: report.version,
    keys: [...groups.values()].toSorted(
      (left, right) => rank(left) - rank(right) || (left.key < right.key ? -1 : 1),
    ),
  };
  writeResult(
    context,
    { output: options.output, root: repository.git.folder },
    staleFormats[options.format ?? 'text']!(stale),
  );
  sayAll(context, summarise(report, options.verbose ?? false));
  if (stale.keys.length === 0) say(context, describeNone(options));
  if (!options.check) return exitCodes.done;
  return check(context, stale, unsearched, options);
}

function describeNone({ verdict, owner }: Options<'stale'>): string {
  const filters = [
    ...(verdict === undefined ? [] : [`the verdict ${verdict}`]),
    ...(owner === undefined ? [] : [`the owner ${owner}`]),
  ];
  return `No stale keys${filters.length === 0 ? '' : ` with ${filters.join(' and ')}`}.`;
}

function isMeant({ verdict }: Advice, wanted: string | undefined): boolean {
  return wanted === undefined ? staleVerdicts.includes(verdict as 'delete') : verdict === wanted;
}

function check(
  context: Context,
  { keys }: StaleReport,
  unsearched: readonly string[],
  options: Options<'stale'>,
): ExitCode {
  const found = keys.filter(
    ({ advice, references }) =>
      advice.certain && failing.has(advice.verdict) && references.some(({ isComment }) => !isComment),
  );
  for (const { key, advice } of found)
    say(context, `  ${key}: ${advice.verdict}, ${advice.reasons.join('; ')}`);
  const max = Number(options.max ?? 0);
  if (found.length > 0 && found.length <= max) {
    say(context, `${formatCount(found.length, 'key')} to clean up; --max lets ${max} pass.`);
  }
  const failed = found.length > max ? found.length : 0;
  return concludeCheck(context, failed, unsearched, options['allow-partial'] ?? false);
}

/** Reads the project's keys, and the advice on the feature of each. */
async function readAdvised(client: ServiceClient, project: string, owner: string | undefined) {
  const path = await projectPath(client, project);
  const query = owner === undefined ? '' : `?owner=${encodeURIComponent(owner)}`;
  const advices = await readAll<Advice>(client, `${path}/advice${query}`);
  const features = await readAll<ListedFeature>(client, `${path}/features`);
  const byFeature = new Map(advices.map((advice) => [advice.feature, advice]));
  const adviceOf = new Map<string, Advice>();
  const keys = new Set<string>();
  const archived = new Set<string>();
  for (const { slug, status, variables } of features) {
    const advice = byFeature.get(slug);
    for (const variable of variables) {
      keys.add(variable.slug);
      if (status === 'archived') archived.add(variable.slug);
      if (advice !== undefined) adviceOf.set(variable.slug, advice);
    }
  }
  return { keys, archived, adviceOf };
}
