import type { QueryClient } from '@tanstack/react-query';
import { dryRunProposal } from '../../../api/change-requests.ts';
import { readBody, readChanged, readDryRun, settings } from '../../../api/client.ts';
import { invalidateProject } from '../../../api/live/use-invalidate-project.ts';
import { servingQuery, storeServing, type OfServing } from '../../../api/queries/project.ts';
import type { Change, EditableDocument } from '../../../editing/editable-document.ts';
import { draftNames } from '../../../page/draft-names.ts';
import { hasField } from '../../../flags/condition/field-errors.ts';
import { completed, toDocument, type Document } from './model.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}';

/** Creates the document of a feature's rules and defaults in an environment, which are saved, or proposed, in one change. */
export function createTargetingDocument(
  client: QueryClient,
  target: OfServing,
  account: string,
  isProposed: boolean,
): EditableDocument<Document> {
  const toProposedChange = ({ value }: Change<Document>) => ({
    method: 'PUT' as const,
    path: `features/${target.feature}/environments/${target.env}`,
    body: value,
  });
  const put = (
    { base, value }: Change<Document>,
    query: { dry_run?: true; comment?: string },
    signal?: AbortSignal,
  ) =>
    settings.PUT(path, {
      params: { path: { ...target }, query },
      headers: { 'If-Match': base.etag },
      body: value,
      ...(signal && { signal }),
    });
  return {
    name: draftNames.serving({ account, ...target }),
    subject: target,
    isPreviewLive: true,
    async read() {
      const { body, etag } = await client.fetchQuery({ ...servingQuery(target), staleTime: 0 });
      return { etag, value: toDocument(body) };
    },
    async dryRun(change, signal) {
      if (isProposed) return dryRunProposal(target, toProposedChange(change), signal);
      const { body } = await readDryRun(put(change, { dry_run: true }, signal));
      return { changes: body.changes };
    },
    async save(change, comment) {
      const { body, etag, changeId } = await readChanged(put(change, comment ? { comment } : {}));
      storeServing(client, target, { body, etag });
      invalidateProject(client, target);
      return { etag, changeId, value: toDocument(body) };
    },
    toProposedChange,
    /** Merges on the server. The result has all variables, as drafts do. */
    async merge({ base, value }, take) {
      const body = { base: base.value, wanted: value, take };
      const { merged, conflicts } = await readBody(
        settings.POST(`${path}/merge`, { params: { path: { ...target } }, body: body }),
      );
      return { merged: completed(toDocument(merged), value), conflicts };
    },
    describe: ({ what }) => what,
    hasField,
  };
}
