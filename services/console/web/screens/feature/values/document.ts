import type { QueryClient } from '@tanstack/react-query';
import { readBody, readChanged, readDryRun, settings } from '../../../api/client.ts';
import { invalidateProject } from '../../../api/live/use-invalidate-project.ts';
import { featureQuery, type OfFeature } from '../../../api/queries/project.ts';
import type { DryRun } from '../../../api/types.ts';
import type { Change, EditableDocument } from '../../../editing/editable-document.ts';
import { draftNames } from '../../../page/draft-names.ts';
import { toBody, carryOver, toGrid, findProblems, type Grid } from './model.ts';
import { isMarked, getPartName } from './grid-errors.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}';

/** Creates the document of a feature's variables and variations, which are saved in one change. */
export function createValuesDocument(
  client: QueryClient,
  target: OfFeature,
  account: string,
): EditableDocument<Grid, DryRun> {
  const readNow = () => client.fetchQuery({ ...featureQuery(target), staleTime: 0 });
  const put = ({ base, value }: Change<Grid>, query: { dry_run?: boolean; comment?: string }) =>
    settings.PUT(path, {
      params: { path: { ...target }, query },
      headers: { 'If-Match': base.etag },
      body: toBody(value),
    });
  return {
    name: draftNames.values({ account, ...target }),
    subject: target,
    async read() {
      const { body, etag } = await readNow();
      return { etag, value: toGrid(body) };
    },
    async dryRun(change) {
      const { body } = await readDryRun(put(change, { dry_run: true }));
      return body;
    },
    toProposedChange: ({ value }) => ({
      method: 'PUT',
      path: `features/${target.feature}`,
      body: toBody(value),
    }),
    async save(change, comment) {
      const { body, etag, changeId } = await readChanged(put(change, comment ? { comment } : {}));
      client.setQueryData(featureQuery(target).queryKey, { body, etag });
      invalidateProject(client, target);
      return { etag, changeId, value: toGrid(body) };
    },
    /** Merges on the server. Both sides have the stored rest of the feature. */
    async merge({ base, value }, take) {
      const { body: stored } = await readNow();
      const { gone_owners: _gone, created_at: _created, updated_at: _updated, ...feature } = stored;
      const withGrid = (grid: Grid) => ({ ...feature, ...toBody(grid, { isForMerge: true }) });
      const { merged, conflicts } = await readBody(
        settings.POST(`${path}/merge`, {
          params: { path: { ...target } },
          body: { base: withGrid(base.value), wanted: withGrid(value), take },
        }),
      );
      return { merged: carryOver(toGrid(merged), toGrid(stored), value), conflicts };
    },
    carryOver: (value, stored) => carryOver(value, stored, value),
    describe: ({ text }) => text,
    hasField: (wrong, grid) => isMarked(grid, wrong),
    namePath: (wrong, grid) => getPartName(grid, wrong),
    countUnsendable: (grid) => findProblems(grid).size,
    toBody: (grid) => toBody(grid),
  };
}
