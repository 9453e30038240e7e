import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { environmentsQuery, featuresQuery, sessionQuery } from '../api/queries.ts';
import { refusalToDefine } from '../api/permissions.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { useActions, type Action } from '../ui/actions.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { FeaturesTable } from './features-table.tsx';
import style from './features.module.css';
import { NewFeatureDialog } from './new-feature-dialog.tsx';

const statuses = [undefined, 'live', 'complete', 'archived'] as const;

export function FeaturesPage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/features' });
  const search = useSearch({ from: '/framed/o/$org/p/$project/features' });
  const navigate = useNavigate({ from: '/o/$org/p/$project/features' });
  const [isMaking, setMaking] = useState(false);
  const query = useInfiniteQuery({ ...featuresQuery(params, search), placeholderData: keepPreviousData });
  const { data: environments } = useQuery(environmentsQuery(params));
  const { data: session } = useQuery(sessionQuery);
  const role = session?.organisations.find(({ slug }) => slug === params.org)?.role ?? 'viewer';
  const rows = query.data?.pages.flatMap(({ items, served }) =>
    items.map((feature) => ({ feature, served: served[feature.slug] ?? {} })),
  );
  const isFiltered = search.text !== undefined || search.status !== undefined;
  const say = (changed: typeof search) => void navigate({ search: { ...search, ...changed }, replace: true });
  const make: Action = {
    label: 'New feature',
    keys: 'n',
    icon: 'plus',
    refusal: refusalToDefine(role),
    run: () => setMaking(true),
  };
  useActions([make]);
  return (
    <Page
      title="Features"
      documentTitle={`Features · ${params.project}`}
      actions={<ActionButton kind="main" action={make} />}
    >
      <div className={style.filters}>
        <SearchField
          text={search.text ?? ''}
          onChange={(text) => say({ text: text || undefined } as typeof search)}
        />
        <div className={style.statuses} role="group" aria-label="Status">
          {statuses.map((status) => (
            <button
              key={status ?? 'all'}
              type="button"
              aria-pressed={search.status === status}
              onClick={() => say({ status } as typeof search)}
            >
              {status ?? 'all'}
            </button>
          ))}
        </div>
      </div>
      <Answer
        of={{
          data: rows && environments && { rows, environments },
          error: query.error,
          refetch: query.refetch,
          dataUpdatedAt: query.dataUpdatedAt,
        }}
        height={520}
        isEmpty={(data) => data.rows.length === 0}
        empty={
          isFiltered ? (
            <NothingFound text={search.text} clear={() => void navigate({ search: {}, replace: true })} />
          ) : (
            <NoFeature project={params.project} org={params.org} />
          )
        }
      >
        {(data) => (
          <FeaturesTable
            {...data}
            {...params}
            role={role}
            hasMore={query.hasNextPage}
            more={() => void query.fetchNextPage()}
          />
        )}
      </Answer>
      {isMaking && environments && <NewFeatureDialog {...params} onClose={() => setMaking(false)} />}
    </Page>
  );
}

/** What is typed goes into the address when the typing pauses. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  if (shown !== text) {
    // Back, or "clear filters".
    setShown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed.trim() === shown) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), 100);
    return () => clearTimeout(timer);
  }, [typed, shown, onChange]);
  return (
    <div className={style.search}>
      <Icon name="search" />
      <input
        type="search"
        data-search
        aria-label="Search features"
        placeholder="Search by name, slug, description or variable"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </div>
  );
}

function NothingFound({ text, clear }: { text: string | undefined; clear: () => void }) {
  return (
    <div className={style.empty}>
      <p>
        {text === undefined
          ? 'No feature has this status.'
          : `No feature has “${text}” in its name, slug, description or variables.`}
      </p>
      <Button onClick={clear}>Clear filters</Button>
    </div>
  );
}

function NoFeature({ org, project }: { org: string; project: string }) {
  return (
    <div className={style.empty}>
      <p>Features group what is released together: their variables are what applications ask for.</p>
      <pre>
        <code>{`curl -H "Authorization: Bearer $TOKEN" \\\n  ${location.origin}/settings/v1/organisations/${org}/projects/${project}/features \\\n  -d '{"slug": "greeting"}'`}</code>
      </pre>
    </div>
  );
}
