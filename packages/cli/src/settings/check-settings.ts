import { branchProblem } from '../service/snapshot-rules.ts';
import { problemOfPattern, type UserPattern } from '../scan/user-patterns.ts';
import {
  defaultSettings,
  folderProblem,
  ignoreProblem,
  projectProblem,
  providers,
  repositoryProblem,
  type ProjectPart,
  type Provider,
  type Rule,
  type Settings,
} from './settings.ts';

export interface Problem {
  /** `patterns[1].pattern` */
  readonly path: string;
  readonly message: string;
}

/** Checks the parsed YAML and lists every problem. */
export async function checkSettings(value: unknown): Promise<{ settings: Settings; problems: Problem[] }> {
  const problems: Problem[] = [];
  if (value === null || value === undefined) return { settings: defaultSettings, problems };
  if (!isMapping(value))
    return { settings: defaultSettings, problems: [{ path: '', message: 'must be a mapping' }] };
  const report = (path: string, message: string): undefined => {
    problems.push({ path, message });
    return undefined;
  };
  const text = (path: string, given: unknown): string | undefined => {
    if (given === undefined || (typeof given === 'string' && given.trim() !== '')) return given;
    return report(path, 'must be a non-empty string');
  };
  const name = (path: string, given: unknown, rule: Rule): string | undefined => {
    const value = text(path, given);
    const problem = value === undefined ? undefined : rule(value);
    return problem === undefined ? value : report(path, problem);
  };
  const texts = (path: string, given: unknown, rule: Rule = () => undefined): string[] => {
    if (given === undefined) return [];
    if (!Array.isArray(given)) return report(path, 'must be a list of strings') ?? [];
    if (given.length > maxRules) return report(path, `must have at most ${maxRules} items`) ?? [];
    return given.flatMap((item, i) => name(`${path}[${i}]`, item ?? null, rule) ?? []);
  };

  const known = [
    'project',
    'projects',
    'provider',
    'repository',
    'default_branch',
    'ignore',
    'patterns',
    'snippets',
    'allow_unknown',
  ];
  for (const member of Object.keys(value)) {
    if (!known.includes(member)) report(member, `is not a setting; use ${known.join(', ')}`);
  }
  const { provider, snippets } = value;
  if (provider !== undefined && !providers.includes(provider as Provider))
    report('provider', `must be one of ${providers.join(', ')}`);
  if (snippets !== undefined && typeof snippets !== 'boolean') report('snippets', 'must be true or false');
  const settings: Settings = {
    project: name('project', value['project'], projectProblem),
    projects: checkProjects(value['projects'], { report, name }),
    provider: provider as Provider | undefined,
    repository: name('repository', value['repository'], (one) => repositoryProblem(one)),
    defaultBranch: name('default_branch', value['default_branch'], branchProblem),
    ignore: texts('ignore', value['ignore'], ignoreProblem),
    allowUnknown: texts('allow_unknown', value['allow_unknown']),
    snippets: snippets !== false,
    patterns: await checkPatterns(value['patterns'], { report, text, texts }),
  };
  return { settings, problems };
}

const maxProjects = 500;
/** The largest number of rules in `ignore` and `allow_unknown`, which are compared with every file and every key. */
const maxRules = 1_000;
const maxPatterns = 100;

function checkProjects(
  given: unknown,
  {
    report,
    name,
  }: Pick<Checks, 'report'> & {
    readonly name: (path: string, given: unknown, rule: Rule) => string | undefined;
  },
): ProjectPart[] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > maxProjects) {
    return (
      report('projects', `must be a list of at most ${maxProjects} mappings with path and project`) ?? []
    );
  }
  const known = new Set<string>();
  return given.flatMap((item: unknown, index): ProjectPart[] => {
    const at = `projects[${index}]`;
    if (!isMapping(item)) return report(at, 'must be a mapping with path and project') ?? [];
    for (const member of Object.keys(item)) {
      if (member !== 'path' && member !== 'project') {
        report(`${at}.${member}`, 'is not a setting; use path, project');
      }
    }
    const folder = name(`${at}.path`, item['path'] ?? null, (text) => folderProblem(text.replace(/\/$/, '')));
    const project = name(`${at}.project`, item['project'] ?? null, projectProblem);
    if (folder === undefined || project === undefined) return [];
    const path = folder.replace(/\/$/, '');
    if (known.has(path)) return report(`${at}.path`, 'is listed twice') ?? [];
    known.add(path);
    return [{ path, project: project.toLowerCase() }];
  });
}

interface Checks {
  readonly report: (path: string, message: string) => undefined;
  readonly text: (path: string, given: unknown) => string | undefined;
  readonly texts: (path: string, given: unknown, rule?: Rule) => string[];
}

async function checkPatterns(given: unknown, { report, text, texts }: Checks): Promise<UserPattern[]> {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > maxPatterns)
    return report('patterns', `must be a list of at most ${maxPatterns}`) ?? [];
  const patterns: UserPattern[] = [];
  for (const [i, item] of given.entries()) {
    const path = `patterns[${i}]`;
    if (!isMapping(item)) {
      report(path, 'must be a mapping with pattern and, optionally, files');
      continue;
    }
    for (const name of Object.keys(item)) {
      if (name !== 'pattern' && name !== 'files')
        report(`${path}.${name}`, 'is not a setting; use pattern, files');
    }
    const pattern = text(`${path}.pattern`, item['pattern'] ?? null);
    const problem = pattern === undefined ? undefined : await problemOfPattern(pattern);
    if (problem !== undefined) report(`${path}.pattern`, problem);
    const files =
      item['files'] === undefined ? undefined : texts(`${path}.files`, item['files'], ignoreProblem);
    if (pattern !== undefined && problem === undefined) patterns.push({ pattern, files });
  }
  return patterns;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
