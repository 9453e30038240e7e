import { getCommentReason, getDeniedReason } from '../../../api/session/denied-reason.ts';
import { useMembership } from '../../../api/session/use-can.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { createCurlCommand } from '../../../api/curl-command.ts';
import { environmentsQuery, featureQuery, servingQuery } from '../../../api/queries/project.ts';
import type { Environment, Feature } from '../../../api/types.ts';
import { PinDialog } from '../../../flags/overrides/pin-dialog.tsx';
import { pinsQuery, type Pin } from '../../../api/queries/overrides.ts';
import { ActionButton } from '../../../page/action-button.tsx';
import { useActions, type Action } from '../../../page/actions.ts';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import { Icon } from '../../../design/icons.tsx';
import kit from '../../../design/kit.module.css';
import { Snippet } from '../../../design/snippet.tsx';
import { TypedFilter } from '../../../design/forms/typed-filter.tsx';
import { unservedSentence } from './model.ts';
import { OverridesTable } from './overrides-table.tsx';
import style from './overrides.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { UserPinsDialog } from './user-pins-dialog.tsx';

const from = '/framed/o/$org/p/$project/features/$feature/env/$env/overrides';
const to = '/o/$org/p/$project/features/$feature/env/$env/overrides';

/** Renders the overrides of a feature in an environment. */
export function OverridesPage() {
  const target = useParams({ from });
  const { data: feature } = useQuery(featureQuery(target));
  const serving = useQuery(servingQuery(target));
  const environments = useQuery(environmentsQuery(target));
  const membership = useMembership(target.org);
  const environment = environments.data?.find(({ slug }) => slug === target.env);
  return (
    <QueryBoundary
      of={{
        data: feature && environment && { feature: feature.body, environment },
        // An unknown environment is reported by the query of its targeting.
        error: environments.error ?? serving.error,
        refetch: () => Promise.all([environments.refetch(), serving.refetch()]),
        dataUpdatedAt: environments.dataUpdatedAt,
      }}
      height={320}
    >
      {(known) => (
        <Overrides
          key={target.env}
          {...known}
          disabledReason={
            getDeniedReason(membership, 'serve', known.environment) ?? getCommentReason(known.environment)
          }
          unserved={unservedSentence(
            known.feature.status,
            serving.data?.body.targeting,
            known.environment.name,
          )}
        />
      )}
    </QueryBoundary>
  );
}

type Asked = { readonly what: 'add' } | { readonly what: 'change' | 'remove'; readonly pin: Pin };

function Overrides({
  feature,
  environment,
  disabledReason,
  unserved,
}: {
  feature: Feature;
  environment: Environment;
  disabledReason: string | undefined;
  unserved: string | undefined;
}) {
  const target = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: to });
  const query = useInfiniteQuery(pinsQuery(target, search.text));
  const [asked, setAsked] = useState<Asked>();
  const rows = query.data?.pages.flatMap(({ items }) => items);
  const say = (changed: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...changed }, replace: true });
  const close = () => setAsked(undefined);
  const add: Action = {
    label: 'Add overrides',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setAsked({ what: 'add' }),
  };
  useActions([add]);
  const shared = { target, environment, variations: feature.variations };
  return (
    <section className={style.page} aria-labelledby="overrides">
      {environment.protected && (
        <p className={kit.protected}>
          <Icon name="lock" />
          Protected. You review every change.
        </p>
      )}
      {unserved !== undefined && (
        <p className={kit.notice} role="status">
          {unserved}
        </p>
      )}
      <header className={style.head}>
        <h2 id="overrides">Overrides in {environment.name}</h2>
        <TypedFilter
          label="Search users"
          placeholder="user.id starts with…"
          value={search.text ?? ''}
          maxLength={500}
          isSearch
          onChange={(text) => say({ text: text || undefined } as never)}
        />
        <ActionButton kind="main" action={add} />
      </header>
      <QueryBoundary
        of={{ data: rows, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={240}
        isEmpty={(pins) => pins.length === 0}
        empty={<NoPins {...target} text={search.text} clear={() => say({ text: undefined } as never)} />}
      >
        {(pins) => (
          <OverridesTable
            pins={pins}
            variations={feature.variations}
            disabledReason={disabledReason}
            hasMore={query.hasNextPage}
            more={() => void query.fetchNextPage()}
            ask={(what, pin) => (what === 'user' ? say({ user: pin.user_id }) : setAsked({ what, pin }))}
          />
        )}
      </QueryBoundary>
      {asked?.what === 'add' && <PinDialog {...shared} onClose={close} />}
      {asked?.what === 'change' && (
        <PinDialog
          {...shared}
          users={asked.pin.user_id}
          variation={asked.pin.variation}
          note={asked.pin.note ?? ''}
          onClose={close}
        />
      )}
      {asked?.what === 'remove' && <RemoveDialog {...shared} pin={asked.pin} onClose={close} />}
      {search.user !== undefined && (
        <UserPinsDialog
          target={target}
          environment={environment}
          user={search.user}
          onClose={() => say({ user: undefined } as never)}
        />
      )}
    </section>
  );
}

function NoPins({
  text,
  clear,
  org,
  project,
  feature,
  env,
}: {
  text: string | undefined;
  clear: () => void;
  org: string;
  project: string;
  feature: string;
  env: string;
}) {
  if (text !== undefined) {
    return (
      <div className={kit.failed}>
        <p>No overrides for user IDs that start with “{text}”. The search is case-sensitive.</p>
        <Button onClick={clear}>Clear search</Button>
      </div>
    );
  }
  const path = `${org}/projects/${project}/features/${feature}/environments/${env}/overrides/user-1`;
  return (
    <div className={kit.failed}>
      <p>
        No overrides yet. An override gives one user a variation regardless of the rules, for example a test
        account, a customer who reported a problem, or yourself.
      </p>
      <Snippet
        label="Add an override with cURL"
        code={createCurlCommand(path, { variation: 'VARIATION', note: 'why' }, 'PUT')}
      />
    </div>
  );
}
