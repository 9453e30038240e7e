import { commands, type CommandName, type Option } from './options.ts';

const exits = `
Exit codes:
  0  success
  1  the check failed
  2  invalid options, variables or bunting.yaml, or an incomplete working tree
  3  Bunting refused the request or can't be reached
`;

export const help = `bunting: find feature flags in your code

  bunting refs push         scan the working tree and push a snapshot
  bunting refs scan         scan the working tree and print the references
  bunting refs diff BASE    references added and removed since a branch or commit
  bunting refs stale        stale keys, and the value to replace each with
  bunting refs plan KEY     how to remove a flag: values, references and steps
  bunting types             write TypeScript types for the project's variables

  bunting refs COMMAND --help
  bunting types --help
  bunting --version
${exits}`;

const descriptions: Readonly<Record<CommandName, string>> = {
  push: `bunting refs push: scan the working tree and push a full snapshot

  bunting refs push --project web

Detects the repository, branch and commit in GitHub Actions, GitLab CI and Bitbucket Pipelines, otherwise with git. A
snapshot replaces all references of its repository, so only the default branch is pushed: on another branch the command
pushes nothing and exits with 0. It never pushes part of a snapshot.
`,
  scan: `bunting refs scan: scan the working tree and print the references

  bunting refs scan --check
`,
  diff: `bunting refs diff BASE: print the references that the working tree adds and removes, for a pull request comment

  bunting refs diff origin/main

Compares with the merge base of BASE and HEAD, or with BASE itself if the history is too shallow to find it.
`,
  stale: `bunting refs stale: print the stale keys of the working tree

  bunting refs stale --check

Prints the value that every user gets, which can replace each call. The token needs the settings scope.
`,
  plan: `bunting refs plan KEY: print the steps to remove a flag, its values, and its references in all repositories

  bunting refs plan checkout-layout

Needs neither git nor a repository. The token needs the settings scope.
`,
  types: `bunting types: write TypeScript types for the project's variables

  bunting types --project shop --out src/bunting.d.ts

TypeScript then checks keys and values in calls of @bunting/client, @bunting/node and @bunting/react. Archived features
are left out. The output depends only on the variables, so you can commit the file and run --check in CI.
`,
};

export function formatHelp(name: CommandName): string {
  const { own, shared } = commands[name];
  const usages = Object.entries({ ...own, ...shared }).map(usageOf);
  const column = Math.max(...usages.map((usage) => usage.length)) + 2;
  return `${descriptions[name]}
${listOptions(own, column)}

${listOptions(shared, column)}

Set BUNTING_TOKEN to an organisation token (rpa_…). It has no option, because options appear in logs.
${exits}`;
}

/** Lists one option per line, with the texts from the given column on. */
function listOptions(options: Readonly<Record<string, Option>>, column: number): string {
  return Object.entries(options)
    .map((entry) => usageOf(entry).padEnd(column) + entry[1].help.replaceAll('\n', `\n${' '.repeat(column)}`))
    .join('\n');
}

function usageOf([name, { short, value }]: [string, Option]): string {
  return `  ${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}
