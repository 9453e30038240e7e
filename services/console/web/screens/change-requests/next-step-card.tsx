import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OfRequest } from '../../api/queries/change-requests.ts';
import { DetailList, ErrorDetails } from '../../design/error-details.tsx';
import type { ApiError } from '../../api/api-error.ts';
import kit from '../../design/kit.module.css';
import { Time } from '../../design/time.tsx';
import { paths } from '../../page/paths.ts';
import style from './change-requests.module.css';
import { describeRemedy } from './model.ts';
import { describeNextStep } from './next-step.ts';
import type { RequestContext } from './rights.ts';

/** Says what happens next, or what went wrong, beside the actions. */
export function NextStep({
  target,
  context,
  getName,
  problem,
  children,
}: {
  target: OfRequest;
  context: RequestContext;
  getName: (email: string) => string;
  /** Why it could not be applied as it is; null = nothing is known. */
  problem: Error | null;
  /** The actions. */
  children?: ReactNode;
}) {
  const { request, environments } = context;
  const { failure, change_id: changeId } = request;
  return (
    <section className={`${kit.card} ${style.next}`} aria-label="Next step">
      <div className={style.sentence}>
        <p>
          {describeNextStep({ request, environments, getName })}
          {changeId !== null && (
            <>
              {' '}
              <Link to={paths.auditLog} params={{ org: target.org }} search={{ change: changeId }}>
                Show the change in the audit log
              </Link>
            </>
          )}
        </p>
        {failure !== null && (
          <div className={kit.wrong}>
            <p>
              Could not be applied <Time at={failure.at} />: {failure.message} {describeRemedy(failure.code)}
            </p>
            <DetailList details={failure.details as ApiError['details']} />
          </div>
        )}
        {problem !== null && failure === null && (
          <div className={kit.wrong}>
            <p>It can’t be applied as it is. {problem.message}</p>
            <ErrorDetails of={problem} />
          </div>
        )}
      </div>
      {children}
    </section>
  );
}
