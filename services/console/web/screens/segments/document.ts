import type { QueryClient } from '@tanstack/react-query';
import { readBody, readChanged, readDryRun, settings } from '../../api/client.ts';
import { invalidateProject } from '../../api/live/use-invalidate-project.ts';
import { segmentQuery, type OfSegment } from '../../api/queries/segments.ts';
import type { DryRun } from '../../api/types.ts';
import type { Change, EditableDocument } from '../../editing/editable-document.ts';
import { draftNames } from '../../page/draft-names.ts';
import { hasField } from '../../flags/condition/field-errors.ts';
import { toDocument, type Document } from './model.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/segments/{segment}';

/** Creates the document of a segment's name and conditions. */
export function createSegmentDocument(
  client: QueryClient,
  target: OfSegment,
  account: string,
): EditableDocument<Document, DryRun> {
  const put = ({ base, value }: Change<Document>, query: { dry_run?: boolean; comment?: string }) =>
    settings.PUT(path, {
      params: { path: { ...target }, query },
      headers: { 'If-Match': base.etag },
      body: value,
    });
  return {
    name: draftNames.segment({ account, ...target }),
    subject: target,
    async read() {
      const { body, etag } = await client.fetchQuery({ ...segmentQuery(target), staleTime: 0 });
      return { etag, value: toDocument(body) };
    },
    async dryRun(change) {
      const { body } = await readDryRun(put(change, { dry_run: true }));
      return body;
    },
    toProposedChange: ({ value }) => ({ method: 'PUT', path: `segments/${target.segment}`, body: value }),
    async save(change, comment) {
      const { body, etag, changeId } = await readChanged(put(change, comment ? { comment } : {}));
      client.setQueryData(segmentQuery(target).queryKey, { body, etag });
      invalidateProject(client, target);
      return { etag, changeId, value: toDocument(body) };
    },
    async merge({ base, value }, take) {
      const body = { base: base.value, wanted: value, take };
      const { merged, conflicts } = await readBody(
        settings.POST(`${path}/merge`, { params: { path: { ...target } }, body }),
      );
      return { merged: toDocument(merged), conflicts };
    },
    describe: ({ what }) => what,
    hasField,
  };
}
