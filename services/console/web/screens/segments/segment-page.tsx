import { useCan } from '../../api/session/use-can.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  environmentsQuery,
  featureQuery,
  featuresQuery,
  segmentsQuery,
  sessionQuery,
} from '../../api/queries/project.ts';
import type { Segment } from '../../api/types.ts';
import { ConditionBuilder } from '../../flags/condition/builder.tsx';
import { knownValues } from '../../flags/condition/known-values.ts';
import { errorsUnder } from '../../flags/condition/field-errors.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/forms/field.tsx';
import { getFieldError } from '../../design/forms/form-problem.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { getErrorDetails } from '../../api/api-error.ts';
import { SavedByLine } from '../../editing/saved-by.tsx';
import { useDocumentEditor } from '../../editing/use-document-editor.ts';
import { DeleteButton } from './delete-button.tsx';
import { createSegmentDocument } from './document.ts';
import { toDocument, listed, findProtected, getConditionsReason } from './model.ts';
import { Preview } from './preview.tsx';
import {
  segmentQuery,
  segmentUsesQuery,
  type CountedIn,
  type OfSegment,
  type SegmentUse,
} from '../../api/queries/segments.ts';
import { SegmentBar } from './segment-bar.tsx';
import style from './segments.module.css';
import { UsedBy } from './used-by.tsx';

const from = '/framed/o/$org/p/$project/segments/$segment';

export function SegmentPage() {
  const target = useParams({ from });
  const query = useQuery(segmentQuery(target));
  const uses = useInfiniteQuery(segmentUsesQuery(target));
  const used = uses.data?.pages.flatMap(({ items }) => items);
  const name = query.data?.body.name || target.segment;
  return (
    <Page
      title={name}
      documentTitle={`${name} · segments · ${target.project}`}
      crumbs={
        <>
          <Link to={paths.segments} params={target}>
            Segments
          </Link>{' '}
          / <code>{target.segment}</code>
        </>
      }
      actions={query.data && <DeleteButton target={target} etag={query.data.etag} uses={used} />}
    >
      <QueryBoundary
        of={{
          data: query.data && used && { ...query.data, used },
          error: query.error ?? uses.error,
          refetch: () => Promise.all([query.refetch(), uses.refetch()]),
          dataUpdatedAt: query.dataUpdatedAt,
        }}
        height={320}
      >
        {({ body, etag, used: of }) => (
          <>
            <Editor key={target.segment} target={target} segment={body as Segment} etag={etag} uses={of} />
            <UsedBy {...target} uses={of} />
            {uses.hasNextPage && (
              <div>
                <Button onClick={() => void uses.fetchNextPage()}>Show more uses</Button>
              </div>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Returns the first feature that uses the segment, else the first of the project; undefined = none has a variable and a variation. */
function useCounted({ org, project }: OfSegment, uses: readonly SegmentUse[]): CountedIn | undefined {
  const { data: environments } = useQuery(environmentsQuery({ org, project }));
  const { data: features } = useInfiniteQuery(featuresQuery({ org, project }, {}, 20));
  const { data: used } = useQuery({
    ...featureQuery({ org, project, feature: uses[0]?.feature ?? '' }),
    enabled: uses.length > 0,
  });
  const all = [...(used ? [used.body] : []), ...(features?.pages[0]?.items ?? [])];
  const found = all.find(({ variables, variations }) => variables.length > 0 && variations.length > 0);
  const env = environments?.[0]?.slug;
  if (found === undefined || env === undefined) return undefined;
  return { org, project, env, feature: found.slug, variation: found.variations[0]!.slug };
}

/** Edits the name and the conditions in a draft. */
function Editor({
  target,
  segment,
  etag,
  uses,
}: {
  target: OfSegment;
  segment: Segment;
  etag: string;
  uses: readonly SegmentUse[];
}) {
  const { data: session } = useQuery(sessionQuery);
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const { data: others = [] } = useQuery(segmentsQuery(target));
  const account = session?.account?.email ?? '';
  const client = useQueryClient();
  const showToast = useToast();
  const disabledReason = useCan(target.org, 'define').reason;
  const editor = useDocumentEditor(
    createSegmentDocument(client, target, account),
    { etag, value: toDocument(segment) },
    {
      isReadOnly: disabledReason !== undefined,
      onSaved: ({ changeId }) =>
        showToast(`Saved the segment “${target.segment}”`, { change: { org: target.org, id: changeId } }),
    },
  );
  const details = getErrorDetails(editor.error);
  const nameOf = (slug: string) => environments.find((each) => each.slug === slug)?.name ?? slug;
  const guarded = findProtected(uses, nameOf);
  const barred = getConditionsReason(guarded, useCan(target.org, 'serve-protected').reason);
  // An empty name is an error only after the field was left.
  const [isTouched, setTouched] = useState(false);
  const { name, any_of: groups } = editor.value;
  return (
    <>
      <SavedByLine org={target.org} saved={editor.isDirty ? editor.savedByOthers : undefined} />
      {guarded.length > 0 && (
        <p className={kit.protected}>
          <Icon name="lock" />
          {barred ??
            `Protected. Rules in ${listed(guarded)} use this segment. Changes go live there within a second; you’ll review them before saving.`}
        </p>
      )}
      {disabledReason !== undefined && <p className={kit.hint}>{disabledReason}</p>}
      <section className={`${kit.card} ${style.editor}`} aria-labelledby="conditions">
        <Field
          label="Name"
          value={name}
          maxLength={200}
          readOnly={disabledReason !== undefined}
          wrong={isTouched && name.trim() === '' ? 'Enter a name' : getFieldError(editor.error, 'name')}
          onBlur={() => setTouched(true)}
          onChange={(event) => editor.change({ ...editor.value, name: event.target.value })}
        />
        <h2 id="conditions">Definition</h2>
        <ConditionBuilder
          groups={groups}
          known={knownValues(others)}
          details={errorsUnder(details, 'any_of')}
          isReadOnly={disabledReason !== undefined || barred !== undefined}
          onChange={(changed) => editor.change({ ...editor.value, any_of: changed })}
        />
      </section>
      <Preview
        where={useCounted(target, uses)}
        saved={toDocument(segment).any_of}
        drafted={editor.isDirty ? groups : undefined}
      />
      <SegmentBar
        {...{ target, editor }}
        disabledReason={disabledReason}
        isProtected={guarded.length > 0}
        isUsed={uses.length > 0}
      />
    </>
  );
}
