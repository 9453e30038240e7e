import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../../api/queries/project.ts';
import { FieldConflict } from '../../editing/field-conflict.tsx';
import kit from '../../design/kit.module.css';
import { describeFields, getChangedFields } from '../../editing/fields.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { SavedByLine } from '../../editing/saved-by.tsx';
import { useDocumentEditor } from '../../editing/use-document-editor.ts';
import { createEndpointDocument, endpointLabels, toFields } from './document.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { Endpoint, OfEndpoint } from '../../api/queries/webhooks.ts';
import { addressInShort, formats } from './model.ts';
import style from './webhooks.module.css';

/** Renders the settings of an endpoint. Unsaved changes stay in the browser. */
export function EndpointSettings({
  target,
  endpoint,
  etag,
  disabledReason,
}: {
  target: OfEndpoint;
  endpoint: Endpoint;
  etag: string;
  disabledReason: string | undefined;
}) {
  const { data: session } = useQuery(sessionQuery);
  const account = session?.account?.email ?? '';
  const client = useQueryClient();
  const showToast = useToast();
  const editor = useDocumentEditor(
    createEndpointDocument(client, target, endpoint.url, account),
    { etag, value: toFields(endpoint) },
    {
      isReadOnly: disabledReason !== undefined,
      onSaved: ({ value: { url }, changeId: id }) =>
        showToast(`Saved the endpoint ${addressInShort(url)}.`, {
          change: { org: target.org, id, isFinal: true },
        }),
    },
  );
  const { value, isDirty, isStale } = editor;
  const [wasDraft] = useState(isDirty);
  const { format, events, description } = endpoint;
  return (
    <>
      {/* Another endpoint may begin with the same address: this one is known to be changed by its version. */}
      <SavedByLine org={target.org} saved={isStale ? editor.savedByOthers : undefined} />
      <details className={`${kit.card} ${style.settings}`} open={wasDraft}>
        <summary>
          URL, format, events and description
          <span className={kit.hint}>
            {formats[format].name} · {events.includes('*') ? 'All events' : events.join(', ')}
            {description !== '' && ` · ${description}`}
          </span>
        </summary>
        <EndpointForm
          fields={{ ...toFields(endpoint), ...value }}
          action="Save changes"
          disabledReason={disabledReason}
          isReady={isDirty && !isStale && editor.status !== 'saving'}
          error={isStale ? null : (editor.saveError as Error | null)}
          conflict={
            isStale && (
              <FieldConflict
                editor={editor}
                describe={(stored, base, own) =>
                  describeFields(endpointLabels, stored, getChangedFields(base, own))
                }
              />
            )
          }
          onChange={(changed) => editor.change({ ...value, ...changed })}
          onSave={() => void editor.save()}
          onDiscard={isDirty && !isStale ? editor.discard : undefined}
        />
      </details>
    </>
  );
}
