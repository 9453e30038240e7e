import { commands, type CommandName, type Option } from './options.ts';

const exits = `
Exit codes: 0 done · 1 the check failed · 2 usage: options, variables, bunting.yaml, or an incomplete working tree,
which is neither pushed nor passes a check · 3 the service refused, or could not be reached.
`;

export const help = `bunting: feature-flag keys in code

  bunting refs push         scan the working tree and push a snapshot
  bunting refs scan         scan and print, push nothing
  bunting refs diff BASE    what changed since a branch or commit
  bunting refs stale        keys here that have had their time, and what to put there
  bunting refs plan KEY     one removal: values, references, order of steps
  bunting types             write the types of the project's variables for TypeScript

  bunting refs COMMAND --help
  bunting types --help
  bunting --version
${exits}`;

const descriptions: Readonly<Record<CommandName, string>> = {
  push: `bunting refs push: scan the working tree and push a full snapshot

  bunting refs push --project web

Repository, branch and commit come from GitHub Actions, GitLab CI or Bitbucket Pipelines, otherwise from git. A snapshot
is authoritative for its repository, so only the default branch is pushed: on another branch this command says so and
ends with 0. It never sends a part of a snapshot.
`,
  scan: `bunting refs scan: scan the working tree and print the references
`,
  diff: `bunting refs diff BASE: what the working tree adds and removes, for a comment on a pull request

  bunting refs diff origin/main

Compares with the commit where the branch left BASE, or with BASE itself if the history is too shallow to find it.
`,
  stale: `bunting refs stale: the keys of the working tree whose features have had their time

  bunting refs stale --check

Says for each reference what to put there: the value that everybody gets. The token needs the scope settings.
`,
  plan: `bunting refs plan KEY: one removal, with the value to put there, every reference of every repository, and the steps

  bunting refs plan checkout-layout

It asks the service alone: neither git nor a repository is needed. The token needs the scope settings.
`,
  types: `bunting types: write the types of the project's variables for TypeScript

  bunting types --project shop --out src/bunting.d.ts

Keys and values of @bunting/client and of the packages over it are checked from then on. Variables of archived features
are left out. The same variables give the same bytes, so the file can be committed, and --check can run in CI.
`,
};

export function helpOf(name: CommandName): string {
  const { own, shared, column } = commands[name];
  return `${descriptions[name]}
${listOptions(own, column)}

${listOptions(shared, 25)}

The token is read only from BUNTING_TOKEN: an organisation token (rpa_…).
${exits}`;
}

/** Lists one option per line, with the texts from the given column on. */
function listOptions(options: Readonly<Record<string, Option>>, column: number): string {
  return Object.entries(options)
    .map(([name, { short, value, help: text }]) => {
      const usage = `  ${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
      return (usage.padEnd(column) + text.replaceAll('\n', `\n${' '.repeat(column)}`)).trimEnd();
    })
    .join('\n');
}
