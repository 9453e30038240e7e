import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOthersChanges } from '../../api/live/others-changes.ts';
import { getConcurrentChange } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/queries/project.ts';
import { Behind } from '../../editing/behind.tsx';
import kit from '../../design/kit.module.css';
import { differencesOf, patchAfter, patchWith } from '../../editing/patch.ts';
import { SavedByLine } from '../../editing/saved-by.tsx';
import { draftNames } from '../../editing/stored-draft.ts';
import { useDraft } from '../../editing/use-draft.ts';
import { useChangeEndpoint, type Fields } from './changes.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { endpointMeanwhileQuery, type Endpoint, type OfEndpoint } from '../../api/queries/webhooks.ts';
import style from './webhooks.module.css';

const nothing: Partial<Fields> = {};

const labels = { url: 'Address', events: 'Events', description: 'Description', enabled: 'Enabled' };

/** What people set of an endpoint. What was edited and not saved stays in the browser. */
export function EndpointSettings({
  target,
  endpoint: { url, events, description, enabled },
  etag,
  refusal,
}: {
  target: OfEndpoint;
  endpoint: Endpoint;
  etag: string;
  refusal: string | undefined;
}) {
  const { data: session } = useQuery(sessionQuery);
  const account = session?.account?.email ?? '';
  const draft = useDraft(draftNames.endpoint({ account, ...target }), { etag, base: nothing });
  const saved = useOthersChanges({ endpoint: url }, draft.etag);
  const [wasDraft] = useState(draft.isDraft);
  const fields: Fields = { url, events, description, enabled };
  const save = useChangeEndpoint(
    target,
    (address) => `Saved the endpoint ${address}.`,
    ({ body, etag: now }, sent) =>
      draft.settle(sent, { etag: now, base: nothing }, (own) =>
        patchAfter<Fields>(body, own, { sent, before: fields }),
      ),
  );
  const patch = draft.value;
  const refused = getConcurrentChange(save.error);
  const asked = useQuery({
    ...endpointMeanwhileQuery(target, draft.etag),
    enabled: draft.isBehind && refused === undefined,
  });
  return (
    <>
      {/* Another endpoint may begin with the same address: this one is known to be changed by its version. */}
      <SavedByLine org={target.org} saved={draft.isBehind ? saved : undefined} />
      <details className={`${kit.card} ${style.settings}`} open={wasDraft}>
        <summary>
          Address, events and description
          <span className={kit.hint}>
            {events.includes('*') ? 'all events' : events.join(', ')}
            {description !== '' && ` · ${description}`}
          </span>
        </summary>
        <EndpointForm
          fields={{ ...fields, ...patch }}
          action="Save the endpoint"
          refusal={refusal}
          isReady={draft.isDraft && !draft.isBehind && !save.isPending}
          error={refused ? null : save.error}
          behind={
            draft.isBehind ? (
              <Behind
                meanwhile={refused ?? asked.data ?? undefined}
                isRefused={refused !== undefined}
                differences={differencesOf(labels, fields, patch)}
                onKeep={() => {
                  save.reset();
                  draft.rebase();
                }}
                onDiscard={draft.discard}
              />
            ) : undefined
          }
          onChange={(changed) => draft.change(patchWith(fields, patch, changed))}
          onSave={() => save.mutate({ body: patch, etag: draft.etag })}
          cancel={draft.isDraft && !draft.isBehind ? { label: 'Discard', run: draft.discard } : undefined}
        />
      </details>
    </>
  );
}
