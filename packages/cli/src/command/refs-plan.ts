import { askForTop } from '../git/find-top.ts';
import { formatCount } from '../report/report.ts';
import { printableJson, printableLine } from '../report/printable.ts';
import {
  consoleAddress,
  projectPath,
  readAll,
  type Advice,
  type ListedFeature,
  type RecordedReference,
} from '../service/read-advice.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { projectName, serviceClient, whichProject } from './known-keys.ts';
import type { Options } from './options.ts';
import { writeResult } from './refs-scan.ts';

interface Plan {
  readonly key: string;
  readonly variables: readonly string[];
  readonly advice: Advice;
  readonly references: readonly RecordedReference[];
  /** The feature's page in the console. */
  readonly url: string;
}

/** Prints how one feature is removed. It asks the service alone. */
export async function refsPlan(
  context: Context,
  options: Options<'plan'>,
  [key = '']: readonly string[],
): Promise<ExitCode> {
  const root = askForTop(context.folder, context.env) ?? context.folder;
  const settings = await readSettings(root, options.config, context.folder);
  const project = projectName(context, options, settings)?.toLowerCase();
  const client = serviceClient(context, options);
  if (project === undefined || client === undefined) throw new Failure(exitCodes.usage, whichProject);

  const path = await projectPath(client, project);
  const slug = key.toLowerCase();
  const query = `text=${encodeURIComponent(slug.slice(0, 200))}`;
  const found = await readAll<ListedFeature>(client, `${path}/features?${query}`);
  const feature =
    found.find(({ variables }) => variables.some((variable) => variable.slug === slug)) ??
    found.find((each) => each.slug === slug);
  if (feature === undefined) {
    throw new Failure(exitCodes.usage, `${project} has neither a variable nor a feature "${key}".`);
  }
  const below = `${path}/features/${encodeURIComponent(feature.slug)}`;
  const plan: Plan = {
    key: slug,
    variables: feature.variables.map((variable) => variable.slug),
    advice: (await client.readSettings(`${below}/advice`)) as Advice,
    references: await readAll<RecordedReference>(client, `${below}/code-references?state=recorded`),
    url: consoleAddress(client, path, feature.slug),
  };
  writeResult(context, { output: options.output, root }, (options.format === 'json' ? toJson : toText)(plan));
  return exitCodes.done;
}

/** Returns the value of each variable; null = the default in the code remains, undefined = it is not constant. */
function valueOf({ advice }: Plan, variable: string): { readonly value: unknown } | null | undefined {
  const served = advice.forward?.[variable];
  if (served !== undefined) return served.variation === null ? null : { value: served.value };
  return advice.evidence.constant_since !== null || advice.status === 'archived' ? null : undefined;
}

function describeValue(plan: Plan, variable: string): string {
  const found = valueOf(plan, variable);
  if (found === undefined) return 'not constant: choose a value';
  return found === null ? 'the default in the code' : JSON.stringify(found.value);
}

function stepsOf({ advice: { feature, status }, references, url }: Plan): string[] {
  return [
    ...(references.length > 0
      ? ['Replace each call with the value above and delete the dead code.', 'Deploy.']
      : []),
    ...(status === 'archived'
      ? [`Delete ${feature} when it has not been evaluated for a while: ${url}`]
      : [
          `Wait until ${feature} is no longer evaluated. Its page shows the last evaluation: ${url}`,
          'Archive it on that page.',
          'Delete it there when it has not been evaluated for a while.',
        ]),
  ];
}

function toText(plan: Plan): string {
  const { advice, references, variables } = plan;
  const repositories = new Set(references.map(({ repository }) => repository));
  const lines = [
    `${advice.feature}: ${advice.verdict}${advice.certain ? '' : ', not certain'}`,
    ...[...advice.blockers, ...advice.reasons].map((reason) => `  ${reason}`),
    '',
    'Values:',
    ...variables.map((variable) => `  ${variable}: ${describeValue(plan, variable)}`),
    '',
    references.length === 0
      ? 'References: none recorded.'
      : `References: ${formatCount(references.length, 'reference')} in ${formatCount(repositories.size, 'repository', 'repositories')}.`,
    ...references.map(
      ({ repository, file, line_number: line, variable }) =>
        `  ${repository} ${file}${line === null ? '' : `:${line}`} ${variable}`,
    ),
    '',
    'Steps:',
    ...stepsOf(plan).map((step, index) => `  ${index + 1}. ${step}`),
  ];
  return lines.map((line) => `${printableLine(line)}\n`).join('');
}

/** Formats a plan for scripts: names and meanings of members do not change within a major version. */
function toJson(plan: Plan): string {
  const { advice, references, variables, key } = plan;
  const document = {
    version: 1,
    key,
    feature: advice.feature,
    url: plan.url,
    verdict: advice.verdict,
    certain: advice.certain,
    reasons: advice.reasons,
    blockers: advice.blockers,
    values: variables.map((variable) => ({
      variable,
      ...valueOf(plan, variable),
      put: describeValue(plan, variable),
    })),
    references: references.map(({ variable, repository, file, line_number, url }) => ({
      variable,
      repository,
      file,
      line_number,
      url,
    })),
    steps: stepsOf(plan),
  };
  return printableJson(document);
}
