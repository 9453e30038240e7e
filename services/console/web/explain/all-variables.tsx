import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { featuresQuery } from '../api/queries.ts';
import type { ListedFeature } from '../api/types.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import style from './explain.module.css';
import { explainQuery, type Question } from './queries.ts';
import { Outcome, type Asked } from './outcome.tsx';

/** What this user gets of every variable, a page of features at a time. */
export function AllVariables({
  question,
  choose,
}: {
  question: Question;
  choose: (variable: string) => void;
}) {
  const query = useInfiniteQuery(featuresQuery(question, {}, 10));
  const features = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Answer
      of={{ data: features, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
      height={160}
      isEmpty={(data) => data.every(({ variables }) => variables.length === 0)}
      empty={<p className={kit.hint}>There are no variables yet.</p>}
    >
      {(data) => (
        <>
          <VariablesTable features={data} question={question} choose={choose} />
          {query.hasNextPage && (
            <div>
              <Button onClick={() => void query.fetchNextPage()}>Show more</Button>
            </div>
          )}
        </>
      )}
    </Answer>
  );
}

function VariablesTable({
  features,
  question,
  choose,
}: {
  features: readonly ListedFeature[];
  question: Question;
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
            <th scope="col">Gets</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ feature, variable }, index) => (
            <Outcome
              key={variable}
              label={variable}
              isChosen={variable === question.variable}
              choose={() => choose(variable)}
              answer={answers[index] as Asked}
              variations={feature.variations}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
