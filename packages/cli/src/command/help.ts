const shared = `
  -p, --project SLUG     the project; or BUNTING_PROJECT, or project: in bunting.yaml
      --url URL          the installation's address; or BUNTING_URL
      --keys-file FILE   take the known keys from a file, one a line, not from the service
      --offline          ask the service nothing; without --keys-file no key is known then
  -c, --config FILE      another file than bunting.yaml at the repository's top
  -v, --verbose          list the files that were skipped, and why
      --soft-fail        end with 0 where it would be 1 or 3; what went wrong is still said
  -h, --help             this text

The token is read from BUNTING_TOKEN alone: an organisation token (rpa_…).`;

const exits = `
Exit codes: 0 done · 1 the check failed · 2 usage: options, variables, bunting.yaml, or a working tree with holes, which
is neither pushed nor passes a check · 3 the service refused, or could not be reached.`;

export const help = `bunting: feature-flag keys in code

  bunting refs push         scan the working tree and push a snapshot
  bunting refs scan         scan and print, push nothing
  bunting refs diff BASE    what changed since a branch or commit

  bunting refs COMMAND --help
  bunting --version
${exits}
`;

export const helpOf = {
  push: `bunting refs push: scan the working tree and push a full snapshot

  bunting refs push --project web

Which repository, branch and commit it is comes from GitHub Actions, GitLab CI or Bitbucket Pipelines, otherwise from
git. A snapshot is authoritative for its repository, so only the default branch is pushed: elsewhere this command says
so and ends with 0. It never sends a part of a snapshot.

      --branch NAME          the branch that is checked out
      --default-branch NAME  the branch to push from (else: CI, origin/HEAD, init.defaultBranch)
      --any-branch           push whatever branch it is
      --provider NAME        github, gitlab or bitbucket
      --repository OWNER/REPO
      --allow-partial        push though tracked files are missing (sparse checkout, partial clone): what they hold
                             becomes stale
      --allow-empty          the same, and push though no reference was found: everything becomes stale
      --no-snippets          send no lines of code
      --dry-run              print the snapshot instead of sending it
${shared}
${exits}
`,
  scan: `bunting refs scan: scan the working tree and print the references

  -f, --format NAME      text (default), json, csv, sarif or markdown
  -o, --output FILE      write there, not to standard output
      --check            fail on keys that the project does not have, and on keys of archived features
      --allow-partial    let the check pass though files are missing, unreadable, too large or too slow to look through
      --no-snippets      print no lines of code
${shared}
${exits}
`,
  diff: `bunting refs diff BASE: what the working tree adds and removes, for a comment on a pull request

  bunting refs diff origin/main

Compares with the commit where the branch left BASE, or with BASE itself where the history is too shallow to tell.

  -f, --format NAME      markdown (default), json or text
  -o, --output FILE      write there, not to standard output
${shared}
${exits}
`,
} as const;
