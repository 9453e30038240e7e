import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { featuresQuery } from '../../api/queries/project.ts';
import type { ListedFeature } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { useDebounced } from '../../design/hooks/use-debounced.ts';
import style from './explain.module.css';
import { explainQuery, type Question } from './queries.ts';
import { Outcome, type Answered } from './outcome.tsx';

/** Evaluates every variable for the user, a page of features at a time. */
export function AllVariables({
  question,
  choose,
}: {
  question: Question;
  choose: (variable: string) => void;
}) {
  const query = useInfiniteQuery(featuresQuery(question, {}, 10));
  // Each variable is a request.
  const asked = useDebounced({ ...question, variable: '' }, 400);
  const name = JSON.stringify(asked);
  const [more, setMore] = useState({ name, pages: 1 });
  const shown = more.name === name ? more.pages : 1;
  const pages = query.data?.pages ?? [];
  const features = query.data && pages.slice(0, shown).flatMap(({ items }) => items);
  function showMore() {
    setMore({ name, pages: shown + 1 });
    if (shown >= pages.length) void query.fetchNextPage();
  }
  return (
    <QueryBoundary
      of={{ data: features, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
      height={160}
      isEmpty={(data) => data.every(({ variables }) => variables.length === 0)}
      empty={<p className={kit.hint}>There are no variables yet.</p>}
    >
      {(data) => (
        <>
          <VariablesTable features={data} question={asked} chosen={question.variable} choose={choose} />
          {(query.hasNextPage || pages.length > shown) && (
            <div>
              <Button disabled={query.isFetchingNextPage} onClick={showMore}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function VariablesTable({
  features,
  question,
  chosen,
  choose,
}: {
  features: readonly ListedFeature[];
  question: Question;
  chosen: string;
  choose: (variable: string) => void;
}) {
  const rows = features.flatMap((feature) =>
    feature.variables.map(({ slug }) => ({ feature, variable: slug })),
  );
  const answers = useQueries({
    queries: rows.map(({ variable }) => explainQuery({ ...question, variable })),
  });
  return (
    <div className={style.scroll}>
      <table className={kit.table}>
        <thead>
          <tr>
            <th scope="col">Variable</th>
            <th scope="col">Value</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ feature, variable }, index) => (
            <Outcome
              key={variable}
              label={variable}
              isChosen={variable === chosen}
              choose={() => choose(variable)}
              answer={answers[index] as Answered}
              variations={feature.variations}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
