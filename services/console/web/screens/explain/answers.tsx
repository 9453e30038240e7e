import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { Environment, Explanation } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import kit from '../../design/kit.module.css';
import { useDebounced } from '../../design/hooks/use-debounced.ts';
import { readDraftValue } from '../../editing/draft-storage.ts';
import { draftNames } from '../../page/draft-names.ts';
import { AllVariables } from './all-variables.tsx';
import { EveryEnvironment } from './every-environment.tsx';
import { ExplanationView } from './explanation-view.tsx';
import style from './explain.module.css';
import { explainQuery, type Draft, type Question } from './queries.ts';
import { WithMyDraft } from './with-my-draft.tsx';

interface Last {
  readonly explanation: Explanation;
  readonly at: number;
}

/**
 * Renders the explanation, and the same user in other environments and for other variables. The last answer stays, dimmed and with its time, while
 * there is no new one or the fields have changed.
 */
export function Answers({
  question,
  environment,
  environments,
  account,
  change,
  old,
}: {
  question: Question;
  account: string;
  environment: Environment;
  environments: readonly Environment[];
  change: (next: { env?: string; variable?: string }) => void;
  /** Why the shown answer does not match the fields. */
  old: string | undefined;
}) {
  const query = useQuery(explainQuery(question));
  const [last, setLast] = useState<Last>();
  if (query.isSuccess && !query.isPlaceholderData && last?.explanation !== query.data)
    setLast({ explanation: query.data, at: query.dataUpdatedAt });
  const feature = last?.explanation.result.feature ?? '';
  const { org, project, env } = question;
  const draft = readDraftValue(draftNames.serving({ account, org, project, feature, env })) as
    | Draft
    | undefined;
  // Waits until typing pauses.
  const isSettled = useDebounced(old ?? '', 300) !== '';
  const isRefused = query.error instanceof ApiError && query.error.status === 400;
  return (
    <div className={style.answers}>
      <section className={`${kit.card} ${style.answer}`} aria-label="Explanation" aria-live="polite">
        {isRefused && <FormProblem problem={query.error} />}
        {old !== undefined && isSettled && <p className={kit.notice}>{old}</p>}
        <QueryBoundary
          of={{
            data: query.data ?? last?.explanation,
            error: isRefused ? null : query.error,
            refetch: query.refetch,
            dataUpdatedAt: last?.at ?? 0,
          }}
          height={280}
        >
          {(explanation) => (
            <div className={style.explanation} data-old={query.error !== null || old !== undefined}>
              <ExplanationView explanation={explanation} question={question} environment={environment} />
            </div>
          )}
        </QueryBoundary>
      </section>
      {draft !== undefined && (
        <More title="With my unsaved changes">
          <WithMyDraft question={question} draft={draft} environment={environment} />
        </More>
      )}
      <More title="All variables for this user">
        <AllVariables question={question} choose={(variable) => change({ variable })} />
      </More>
      <More title="The same user in every environment">
        <EveryEnvironment question={question} environments={environments} choose={(env) => change({ env })} />
      </More>
    </div>
  );
}

/** Loads its content when it is opened. */
function More({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={`${kit.card} ${style.more}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
