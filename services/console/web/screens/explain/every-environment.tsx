import { useQueries, useQuery } from '@tanstack/react-query';
import { featureQuery } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import style from './explain.module.css';
import { Outcome, type Answered } from './outcome.tsx';
import { explainQuery, type Question } from './queries.ts';

const most = 20;

/** Evaluates the variable for the same user in every environment. */
export function EveryEnvironment({
  question,
  environments,
  choose,
}: {
  question: Question;
  environments: readonly Environment[];
  choose: (env: string) => void;
}) {
  const shown = environments.slice(0, most);
  const answers = useQueries({ queries: shown.map(({ slug }) => explainQuery({ ...question, env: slug })) });
  const feature = answers.find(({ data }) => data?.result.feature)?.data?.result.feature ?? '';
  const { data } = useQuery({ ...featureQuery({ ...question, feature }), enabled: feature !== '' });
  return (
    <div className={style.scroll}>
      <table className={kit.table}>
        <thead>
          <tr>
            <th scope="col">Environment</th>
            <th scope="col">Value</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ slug, name }, index) => (
            <Outcome
              key={slug}
              label={name}
              isChosen={slug === question.env}
              choose={() => choose(slug)}
              answer={answers[index] as Answered}
              variations={data?.body.variations ?? []}
            />
          ))}
        </tbody>
      </table>
      {environments.length > most && (
        <p className={kit.hint}>The first {most} environments; the others are chosen above.</p>
      )}
    </div>
  );
}
