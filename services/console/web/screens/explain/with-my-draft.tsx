import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { featureQuery } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import kit from '../../design/kit.module.css';
import { ExplanationView } from './explanation-view.tsx';
import style from './explain.module.css';
import { explainQuery, type Draft, type Question } from './queries.ts';

/** Explains the same question with the unsaved changes of the feature. */
export function WithMyDraft({
  question,
  draft,
  environment,
}: {
  question: Question;
  draft: Draft;
  environment: Environment;
}) {
  const query = useQuery(explainQuery({ ...question, asIf: draft }));
  const feature = query.data?.result.feature ?? '';
  const { data } = useQuery({ ...featureQuery({ ...question, feature }), enabled: feature !== '' });
  const isRefused = query.error instanceof ApiError && query.error.status === 400;
  return (
    <div>
      <p className={kit.hint}>
        With your unsaved changes to {data?.body.name || feature} in {environment.name}.
      </p>
      {isRefused && <FormProblem problem={query.error} />}
      <QueryBoundary
        of={{ ...query, data: query.data, error: isRefused ? null : query.error }}
        height={200}
        isEmpty={() => isRefused}
      >
        {(explanation) => (
          <div className={style.explanation}>
            <ExplanationView
              explanation={explanation}
              question={question}
              environment={environment}
              isTried
            />
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}
