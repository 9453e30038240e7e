import type { QueryClient } from '@tanstack/react-query';
import { dryRunProposal } from '../../api/change-requests.ts';
import { readChanged, settings } from '../../api/client.ts';
import { environmentQuery, type OfEnvironment } from '../../api/queries/environments.ts';
import { environmentsQuery } from '../../api/queries/project.ts';
import type { Change, EditableDocument } from '../../editing/editable-document.ts';
import { getChangedFields } from '../../editing/fields.ts';
import { draftNames } from '../../page/draft-names.ts';
import { areApprovalsLowered, settingLabels, toSettings, type EnvironmentSettings } from './model.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}';

/** Returns the settings of an environment as a document, which is saved field by field. */
export function createSettingsDocument(
  client: QueryClient,
  target: OfEnvironment,
  account: string,
): EditableDocument<EnvironmentSettings> {
  const { queryKey } = environmentQuery(target);
  const toProposedChange = ({ base, value }: Change<EnvironmentSettings>) => ({
    method: 'PATCH' as const,
    path: `environments/${target.env}`,
    body: getChangedFields(base.value, value),
  });
  const patch = (etag: string, body: Partial<EnvironmentSettings>, comment?: string) =>
    readChanged(
      settings.PATCH(path, {
        params: { path: { ...target }, query: comment ? { comment } : {} },
        headers: { 'If-Match': etag },
        body,
      }),
    );
  return {
    name: draftNames.environment({ account, ...target }),
    subject: target,
    async read() {
      const { body, etag } = await client.fetchQuery({ ...environmentQuery(target), staleTime: 0 });
      return { etag, value: toSettings(body) };
    },
    /** Sends an empty change, which tells who saved since. These settings have no review, unless they are proposed. */
    async dryRun(change, signal) {
      const { base, value } = change;
      if (areApprovalsLowered(base.value, value))
        return dryRunProposal(target, toProposedChange(change), signal);
      await patch(base.etag, {});
      return { changes: [] };
    },
    toProposedChange,
    async save({ base, value }, comment) {
      try {
        const changed = getChangedFields(base.value, value);
        const { body, etag, changeId } = await patch(base.etag, changed, comment);
        client.setQueryData(queryKey, { body, etag });
        return { etag, changeId, value: toSettings(body) };
      } finally {
        // After a refusal, too, because somebody may have saved. The list's key begins that of each environment. Not awaited, because
        // editing goes on.
        void client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey });
      }
    },
    describe: ({ text }) => text,
    hasField: (field) => field in settingLabels,
  };
}
