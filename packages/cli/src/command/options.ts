import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { branchProblem } from '../service/snapshot-rules.ts';
import { projectProblem, providers, repositoryProblem } from '../settings/settings.ts';

/** Verdicts that say what to do, in the order of the service. */
export const staleVerdicts = ['delete', 'archive', 'remove_code', 'finish'] as const;

/** One option. `parse-arguments.ts` parses and checks it, and `help.ts` prints it. */
export interface Option {
  readonly short?: string;
  /** The name of the value in the help. An option without it is a flag. */
  readonly value?: string;
  /** Lines of the help. */
  readonly help: string;
  /** Returns the problem of a value, as a predicate; undefined for a valid one. Paths are relative to `folder`. */
  readonly check?: (value: string, folder: string) => string | undefined;
}

const project = {
  short: 'p',
  value: 'SLUG',
  help: 'the slug of the project (or BUNTING_PROJECT, or project: in bunting.yaml)',
  check: projectProblem,
} as const satisfies Option;
const url = {
  value: 'URL',
  help: 'the URL of the installation (or BUNTING_URL)',
  check: addressProblem,
} as const satisfies Option;
const config = {
  short: 'c',
  value: 'FILE',
  help: "the settings file; default: bunting.yaml in the repository's root",
  check: inputProblem,
} as const satisfies Option;
const softFail = {
  help: 'exit with 0 instead of 1 or 3; errors are still printed',
} as const satisfies Option;
const help = { short: 'h', help: 'print this help' } as const satisfies Option;

/** Options of all commands that scan. */
const scanning = {
  project,
  url,
  'keys-file': {
    value: 'FILE',
    help: 'read the known keys from a file, one per line, instead of Bunting',
    check: inputProblem,
  },
  offline: { help: 'send no requests; without --keys-file no keys are known' },
  config,
  verbose: { short: 'v', help: 'list the skipped files, and why' },
  'soft-fail': softFail,
  help,
} as const satisfies Record<string, Option>;

/** Options of all commands that scan nothing. */
const basic = { project, url, config, 'soft-fail': softFail, help } as const satisfies Record<string, Option>;

/** Returns options of the commands that write a result. `formats` are those that the command can write. */
function resultOptions(formats: readonly string[], help: string) {
  return {
    format: { short: 'f', value: 'NAME', help, check: oneOf(formats) },
    output: {
      short: 'o',
      value: 'FILE',
      help: 'write to a file instead of standard output',
      check: outputProblem,
    },
  } as const satisfies Record<string, Option>;
}

/** The options of each command, in the order of its help: `own`, then `shared`. */
export const commands = {
  push: {
    words: 'bunting refs push',
    shared: scanning,
    own: {
      branch: {
        value: 'NAME',
        help: 'the branch to record; default: the one checked out',
        check: branchProblem,
      },
      'default-branch': {
        value: 'NAME',
        help: 'the branch to push from; default: from CI, origin/HEAD or init.defaultBranch',
        check: branchProblem,
      },
      'any-branch': { help: 'push from any branch' },
      provider: {
        value: 'NAME',
        help: 'the host of the repository: github, gitlab or bitbucket',
        check: oneOf(providers),
      },
      repository: {
        value: 'OWNER/REPO',
        help: 'the name of the repository; default: from CI or the remote origin',
        check: (text: string) => repositoryProblem(text),
      },
      'allow-partial': {
        help: 'push even if tracked files are missing (sparse checkout, partial clone): references in\nthem become stale',
      },
      'allow-empty': {
        help: 'like --allow-partial, and push even if no reference was found: all references become\nstale',
      },
      'no-snippets': { help: 'send no code lines' },
      'dry-run': { help: 'print the snapshot instead of sending it' },
    },
  },
  scan: {
    words: 'bunting refs scan',
    shared: scanning,
    own: {
      ...resultOptions(
        ['text', 'json', 'csv', 'sarif', 'markdown'],
        'text (default), json, csv, sarif or markdown',
      ),
      check: { help: 'fail if a key is not in the project or its feature is archived' },
      'allow-partial': {
        help: 'pass the check even if files are missing, unreadable, too large or too slow to search',
      },
      'no-snippets': { help: 'print no code lines' },
    },
  },
  diff: {
    words: 'bunting refs diff',
    shared: scanning,
    own: resultOptions(['markdown', 'json', 'text'], 'markdown (default), json or text'),
  },
  stale: {
    words: 'bunting refs stale',
    shared: {
      project,
      url,
      config,
      verbose: { short: 'v', help: 'list the skipped files, and why' },
      'soft-fail': softFail,
      help,
    },
    own: {
      ...resultOptions(
        ['text', 'json', 'csv', 'sarif', 'markdown'],
        'text (default), json, csv, sarif or markdown',
      ),
      verdict: {
        value: 'NAME',
        help: 'only this verdict: delete, archive, remove_code or finish',
        check: oneOf(staleVerdicts),
      },
      owner: {
        value: 'NAME',
        help: 'only features of this owner: an email address or a label',
        check: ownerProblem,
      },
      check: { help: 'fail if the verdict delete, archive or remove_code is certain for a key' },
      max: { value: 'N', help: 'with --check: allow up to N such keys', check: countProblem },
      'allow-partial': {
        help: 'pass the check even if files are missing, unreadable, too large or too slow to search',
      },
      'no-snippets': { help: 'print no code lines' },
    },
  },
  plan: {
    words: 'bunting refs plan',
    shared: basic,
    own: resultOptions(['text', 'json'], 'text (default) or json'),
  },
  types: {
    words: 'bunting types',
    shared: basic,
    own: {
      out: {
        short: 'o',
        value: 'FILE',
        help: 'write to a file such as src/bunting.d.ts instead of standard output',
        check: declarationProblem,
      },
      literals: { help: 'use the stored values as types instead of string, number and JsonValue' },
      openfeature: { help: 'also narrow the keys of OpenFeature clients' },
      client: { help: 'only client-side variables' },
      check: { help: 'write nothing; fail if the --out file is out of date, and print the differences' },
    },
  },
} as const satisfies Record<
  string,
  { words: string; own: Record<string, Option>; shared: Record<string, Option> }
>;

export type CommandName = keyof typeof commands;

type OptionsOf<Name extends CommandName> = (typeof commands)[Name]['own'] & (typeof commands)[Name]['shared'];

/** The values of the options of one command. */
export type Options<Name extends CommandName> = {
  readonly [Key in keyof OptionsOf<Name>]?: OptionsOf<Name>[Key] extends { value: string } ? string : boolean;
};

export function getOptions(name: CommandName): Readonly<Record<string, Option>> {
  return { ...commands[name].own, ...commands[name].shared };
}

function addressProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'must be a URL such as https://flags.example.com';
  return url.username === '' && url.password === '' ? undefined : 'must not contain a user name or password';
}

function countProblem(text: string): string | undefined {
  return /^\d{1,6}$/.test(text) ? undefined : 'must be a whole number';
}

function ownerProblem(text: string): string | undefined {
  return text.trim() === text && text.length <= 100 ? undefined : 'must be an owner, at most 100 characters';
}

function oneOf(words: readonly string[]) {
  return (text: string) => (words.includes(text) ? undefined : `must be one of ${words.join(', ')}`);
}

function inputProblem(path: string, folder: string): string | undefined {
  const file = resolve(folder, path);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return 'must be a file';
  return accessProblem(file, constants.R_OK, 'cannot be read');
}

function outputProblem(path: string, folder: string): string | undefined {
  const problem = pathProblem(path, folder);
  if (problem !== undefined) return problem;
  const file = resolve(folder, path);
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  return accessProblem(isThere ? file : dirname(file), constants.W_OK, 'cannot be written');
}

/**
 * Refuses any file but a declaration file: with skipLibCheck the compiler allows the output of --openfeature only there, and no
 * program is overwritten.
 */
function declarationProblem(path: string, folder: string): string | undefined {
  return /\.d\.[cm]?ts$/.test(path) ? pathProblem(path, folder) : 'must end in .d.ts, .d.mts or .d.cts';
}

/** Checks a path. It may be unwritable, because a check only reads it. */
function pathProblem(path: string, folder: string): string | undefined {
  const file = resolve(folder, path);
  try {
    const existing = statSync(file, { throwIfNoEntry: false });
    if (existing?.isDirectory()) return 'must be a file';
    const isUsable =
      existing !== undefined || statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() === true;
    return isUsable ? undefined : 'must be in an existing folder';
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

function accessProblem(path: string, mode: number, problem: string): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return `${problem} (${(error as NodeJS.ErrnoException).code})`;
  }
}
