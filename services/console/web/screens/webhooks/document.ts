import type { QueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import { endpointQuery, type Endpoint, type OfEndpoint } from '../../api/queries/webhooks.ts';
import type { EditableDocument } from '../../editing/editable-document.ts';
import { getChangedFields } from '../../editing/fields.ts';
import { draftNames } from '../../page/draft-names.ts';
import type { Fields } from './changes.ts';

const path = '/settings/v1/organisations/{org}/webhook-endpoints/{id}';

export const endpointLabels = {
  url: 'Address',
  format: 'Format',
  events: 'Events',
  description: 'Description',
  enabled: 'Enabled',
};

export const toFields = ({ url, format, events, description, enabled }: Endpoint): Fields => ({
  url,
  format,
  events,
  description,
  enabled,
});

/** Returns the settings of a webhook endpoint as a document, which is saved field by field. */
export function createEndpointDocument(
  client: QueryClient,
  { org, endpoint: id }: OfEndpoint,
  url: string,
  account: string,
): EditableDocument<Fields> {
  const query = endpointQuery({ org, endpoint: id });
  const patch = (etag: string, body: Partial<Fields>) =>
    readChanged(settings.PATCH(path, { params: { path: { org, id } }, headers: { 'If-Match': etag }, body }));
  return {
    name: draftNames.endpoint({ account, org, endpoint: id }),
    subject: { endpoint: url },
    async read() {
      const { body, etag } = await client.fetchQuery({ ...query, staleTime: 0 });
      return { etag, value: toFields(body) };
    },
    /** Sends an empty change, which tells who saved since. These settings have no review. */
    async dryRun({ base }) {
      await patch(base.etag, {});
      return { changes: [] };
    },
    async save({ base, value }) {
      try {
        const { body, etag, changeId } = await patch(base.etag, getChangedFields(base.value, value));
        client.setQueryData(query.queryKey, { body, etag });
        return { etag, changeId, value: toFields(body) };
      } finally {
        // After a refusal, too, because somebody may have saved. Not awaited, because editing goes on.
        void client.invalidateQueries({ queryKey: ['webhooks', org] });
      }
    },
    describe: ({ text }) => text,
    hasField: (field) => field in endpointLabels,
  };
}
