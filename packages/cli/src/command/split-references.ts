import { createStatusLookup, type ReportedReference } from '../report/report.ts';
import type { Reference } from '../scan/scan-tree.ts';
import type { ProjectKeys } from '../service/service-client.ts';
import type { ProjectPart } from '../settings/settings.ts';

/**
 * Gives each reference the project that its file belongs to, and its status there. References outside of all parts are left out, and so are
 * keys in quotes that only another project of the repository has: they were searched for in all files.
 */
export function splitReferences(
  references: readonly Reference[],
  parts: readonly ProjectPart[],
  keys: ProjectKeys | undefined,
): ReportedReference[] {
  const deepest = parts
    .toSorted((left, right) => right.path.length - left.path.length)
    .map(({ path, project }) => ({
      folder: path === '' ? '' : `${path}/`,
      project,
      statusOf: createStatusLookup(keys?.ofProject?.get(project) ?? keys),
    }));
  return references.flatMap((reference) => {
    const part = deepest.find(({ folder }) => reference.file.startsWith(folder));
    if (part === undefined) return [];
    const status = part.statusOf(reference.key);
    if (reference.way === 'quoted' && status === 'unknown') return [];
    return [{ ...reference, status, project: part.project }];
  });
}
