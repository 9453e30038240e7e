import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InProject } from '../../api/queries/project.ts';
import type { ChangeRequest, Environment } from '../../api/types.ts';
import { formatMoment } from '../../design/format-time.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { Time } from '../../design/time.tsx';
import { paths } from '../../page/paths.ts';
import style from './change-requests.module.css';
import { describeApprovals, describePlan } from './model.ts';

/** Shows approvals, schedule, related requests and features beside the changes. */
export function Details({
  target,
  request,
  environments,
  getName,
  schedule,
}: {
  target: InProject;
  request: ChangeRequest;
  environments: readonly Environment[];
  getName: (email: string) => string;
  /** The control that edits the schedule. */
  schedule?: ReactNode;
}) {
  const { reviewers, features, after, followed_by: followers, revision, expires_at: expiresAt } = request;
  return (
    <aside className={style.details} aria-label="Details">
      <Part title="Approvals">
        {request.environments.length === 0 && <p className={kit.hint}>Changes nothing that is served.</p>}
        <ul className={style.stack}>
          {request.environments.map((approvals) => {
            const environment = environments.find(({ slug }) => slug === approvals.environment);
            return (
              <li key={approvals.environment}>
                <span className={style.environment}>
                  {environment?.protected && <Icon name="lock" size={14} />}
                  {environment?.name ?? approvals.environment}: {describeApprovals(approvals)}
                </span>
                {approvals.approved_by.length > 0 && (
                  <span className={kit.hint}>{approvals.approved_by.map(getName).join(', ')}</span>
                )}
              </li>
            );
          })}
        </ul>
        {reviewers.length > 0 && <p className={kit.hint}>Reviewers: {reviewers.map(getName).join(', ')}</p>}
      </Part>
      <Part title="Schedule">
        <p>{describePlan(request)}</p>
        {schedule}
      </Part>
      {(after !== null || followers.length > 0) && (
        <Part title="Order">
          {after !== null && (
            <p>
              Applied after <Numbers {...target} numbers={[after]} />
            </p>
          )}
          {followers.length > 0 && (
            <p>
              Followed by <Numbers {...target} numbers={followers} />
            </p>
          )}
        </Part>
      )}
      {features.length > 0 && (
        <Part title="Features">
          <ul className={style.stack}>
            {features.map((feature) => (
              <li key={feature}>
                <Link to={paths.feature} params={{ ...target, feature }}>
                  <code>{feature}</code>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Revision">
        <p>
          {revision} · <Time at={request.updated_at} />
        </p>
        {request.contributors.length > 0 && (
          <p className={kit.hint}>Edited by {request.contributors.map(getName).join(', ')}</p>
        )}
        {expiresAt !== null && (
          <p className={kit.hint}>Expires on {formatMoment(expiresAt)} if nobody changes it</p>
        )}
      </Part>
    </aside>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Numbers({ org, project, numbers }: InProject & { numbers: readonly number[] }) {
  return numbers.map((number, index) => (
    <span key={number}>
      {index > 0 && ', '}
      <Link to={paths.changeRequest} params={{ org, project, number: String(number) }}>
        #{number}
      </Link>
    </span>
  ));
}
