import { getDeniedReason, type OwnMembership } from '../../api/session/denied-reason.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { featureQuery, type InProject, type OfFeature } from '../../api/queries/project.ts';
import type { Advice } from '../../api/types.ts';
import { useDeleteFeature } from '../../api/use-delete-feature.ts';
import { useMayChange } from '../../api/session/use-may-change.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import kit from '../../design/kit.module.css';
import { StatusBadge } from '../../flags/status-badge.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import style from './features.module.css';
import { isFiltered, verdictNames, type ListSearch } from './model.ts';
import { adviceQuery } from './queries.ts';
import { EmptyState } from '../../design/empty-state.tsx';

/** Features that may be stale, with the reasons and one action for each. */
export function AdviceTable({
  org,
  project,
  search,
  membership,
  clear,
}: InProject & { search: ListSearch; membership: OwnMembership | undefined; clear: () => void }) {
  const query = useInfiniteQuery(adviceQuery({ org, project }, search));
  const { data, error, refetch, dataUpdatedAt } = query;
  const rows = data?.pages.flatMap(({ items }) => items);
  return (
    <QueryBoundary
      of={{ data: rows, error, refetch, dataUpdatedAt }}
      height={400}
      isEmpty={(found) => found.length === 0}
      empty={
        <EmptyState>
          <p>
            {isFiltered(search)
              ? 'No features match these filters.'
              : 'Nothing to clean up. Suggestions use evaluations, targeting and code references.'}
          </p>
          {isFiltered(search) && <Button onClick={clear}>Clear filters</Button>}
        </EmptyState>
      }
    >
      {(found) => (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
          <div className={`${kit.card} ${kit.scroll}`} tabIndex={0} role="group" aria-label="Suggestions">
            <table className={`${kit.table} ${style.advice}`}>
              <thead>
                <tr>
                  <th scope="col">Feature</th>
                  <th scope="col">Suggestion</th>
                  <th scope="col">Why</th>
                  <th scope="col">Next step</th>
                </tr>
              </thead>
              <tbody>
                {found.map((advice) => (
                  <AdviceRow key={advice.feature} {...{ org, project, membership, advice }} />
                ))}
              </tbody>
            </table>
          </div>
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function AdviceRow({
  org,
  project,
  membership,
  advice,
}: InProject & { membership: OwnMembership | undefined; advice: Advice }) {
  const { feature, status, verdict, certain, reasons, blockers } = advice;
  return (
    <tr>
      <th scope="row">
        <Link to={paths.feature} params={{ org, project, feature }} data-row>
          {feature}
        </Link>{' '}
        <StatusBadge status={status} />
      </th>
      <td>
        {verdictNames[verdict]}
        {!certain && <span className={style.slug}>Needs a check</span>}
      </td>
      <td>
        <ul>
          {[...reasons, ...blockers].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </td>
      <td>
        <ToDo {...{ org, project, membership, advice }} />
      </td>
    </tr>
  );
}

function ToDo({
  org,
  project,
  membership,
  advice,
}: InProject & { membership: OwnMembership | undefined; advice: Advice }) {
  const { feature, verdict, forward } = advice;
  const [isAsking, setAsking] = useState(false);
  const params = { org, project, feature };
  const close = () => setAsking(false);
  switch (verdict) {
    case 'archive':
      return (
        <>
          <Button disabledReason={getDeniedReason(membership, 'define')} onClick={() => setAsking(true)}>
            Archive…
          </Button>
          {isAsking && (
            <BulkDialog
              {...{ org, project }}
              slugs={[feature]}
              wish="archived"
              onDone={close}
              onClose={close}
            />
          )}
        </>
      );
    case 'delete':
      return (
        <>
          <Button disabledReason={getDeniedReason(membership, 'define')} onClick={() => setAsking(true)}>
            Delete…
          </Button>
          {isAsking && <DeleteAdvised {...params} onClose={close} />}
        </>
      );
    case 'remove_code':
      return (
        <>
          {forward === null ? (
            <p>Keep the default in your code and remove the flag check. Then archive the feature.</p>
          ) : (
            <p>
              Replace the flag check with{' '}
              {Object.entries(forward).map(([variable, { value }]) => (
                <code key={variable}>
                  {variable} = {JSON.stringify(value)}{' '}
                </code>
              ))}
              in your code. Then archive the feature.
            </p>
          )}
        </>
      );
    case 'finish':
      return (
        <Link className={kit.button} to={paths.feature} params={params}>
          Review
        </Link>
      );
    default:
      return 'None';
  }
}

function DeleteAdvised({ onClose, ...target }: OfFeature & { onClose: () => void }) {
  const { org, feature } = target;
  const remove = useDeleteFeature(target);
  const { served: disabledReason } = useMayChange(target);
  // Read again after a refusal, so that the next try has the current version.
  const { data: read, error: unread, isFetching } = useQuery(featureQuery(target));
  const say = useToast();
  function run() {
    if (read === undefined) return;
    remove.mutate(read.etag, {
      onSuccess({ changeId: id }) {
        onClose();
        say(`Deleted “${feature}”`, { change: { org, id } });
      },
    });
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${feature}?`}
      action="Delete"
      kind="danger"
      typed={feature}
      typedLabel={`Type ${feature} to delete it`}
      disabledReason={disabledReason}
      isPending={remove.isPending || isFetching || read === undefined}
      error={remove.error ?? unread}
      onConfirm={run}
      onClose={onClose}
    >
      <p>This also deletes its rules, overrides and defaults in every environment.</p>
    </ConfirmDialog>
  );
}
