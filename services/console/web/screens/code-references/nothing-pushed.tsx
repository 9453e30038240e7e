import { useQuery } from '@tanstack/react-query';
import { base } from '../../api/base.ts';
import { organisationQuery, type InProject } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { ciStep, plansWithReferences } from './model.ts';
import { EmptyState } from '../../design/empty-state.tsx';

/** Shows how to push references, or that the plan has none. */
export function NothingPushed({ target }: { target: InProject }) {
  const query = useQuery(organisationQuery(target.org));
  return (
    <QueryBoundary of={query} height={160}>
      {({ body: { plan } }) =>
        plansWithReferences.includes(plan) ? (
          <EmptyState>
            <p>No scans yet. Add this step to your CI to find unused and misspelled flags.</p>
            <Snippet
              label="Step for GitHub Actions"
              code={ciStep(`${location.origin}${base}`, target.project)}
            />
            <p className={kit.hint}>
              Use an organisation token with only the scope <code>code_references</code>. Templates for
              GitHub, GitLab and Bitbucket are in <code>ci-templates</code>.
            </p>
          </EmptyState>
        ) : (
          <NotInPlan plan={plan} />
        )
      }
    </QueryBoundary>
  );
}

/** Renders a notice above references that were pushed under another plan. */
export function PlanNotice({ org }: { org: string }) {
  const { data } = useQuery(organisationQuery(org));
  return data && !plansWithReferences.includes(data.body.plan) && <NotInPlan plan={data.body.plan} />;
}

function NotInPlan({ plan }: { plan: string }) {
  return (
    <p className={kit.notice} role="status">
      Code references aren’t part of the {plan} plan. Ask your administrator to upgrade to Business or
      Enterprise.
    </p>
  );
}
