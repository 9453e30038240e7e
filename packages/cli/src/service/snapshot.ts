import type { Identity } from '../git/identify.ts';
import type { Reference } from '../scan/scan-tree.ts';

/** The body of contract §2.5. Equal references of one commit give the same bytes. */
export function snapshotBody(
  project: string,
  identity: Identity,
  references: readonly Reference[],
  withSnippets: boolean,
): string {
  return JSON.stringify({
    project,
    provider: identity.provider,
    repository: identity.repository,
    branch: identity.branch,
    ...(identity.commit === undefined ? {} : { commit_sha: identity.commit }),
    references: references.map(({ key, file, line, snippet }) => ({
      key,
      file,
      line_number: line,
      ...(withSnippets && snippet !== '' ? { snippet } : {}),
    })),
  });
}
