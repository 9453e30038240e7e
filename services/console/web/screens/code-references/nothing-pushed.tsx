import { useQuery } from '@tanstack/react-query';
import { base } from '../../api/base.ts';
import { organisationQuery, type InProject } from '../../api/queries/project.ts';
import { Answer } from '../../design/answer.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import style from './code-references.module.css';
import { ciStep, plansWithReferences } from './model.ts';

/** No repository has pushed yet: how one does, or that the plan has none. */
export function NothingPushed({ target }: { target: InProject }) {
  const query = useQuery(organisationQuery(target.org));
  return (
    <Answer of={query} height={160} isEmpty={() => false} empty={null}>
      {({ body: { plan } }) =>
        plansWithReferences.includes(plan) ? (
          <div className={`${kit.card} ${style.empty}`}>
            <p>
              Nothing was pushed yet. A step of your CI scans the repository and pushes every line where a
              variable’s key stands; then it is seen here what can be removed, and what is misspelt.
            </p>
            <Snippet
              label="Step for GitHub Actions"
              code={ciStep(`${location.origin}${base}`, target.project)}
            />
            <p className={kit.hint}>
              The token is one of the organisation with the scope <code>code_references</code> alone. The
              template, and those for GitLab and Bitbucket, are in <code>ci-templates</code>.
            </p>
          </div>
        ) : (
          <NotInPlan plan={plan} />
        )
      }
    </Answer>
  );
}

/** Above what was pushed under another plan. */
export function NotInPlanOf({ org }: { org: string }) {
  const { data } = useQuery(organisationQuery(org));
  return data && !plansWithReferences.includes(data.body.plan) && <NotInPlan plan={data.body.plan} />;
}

function NotInPlan({ plan }: { plan: string }) {
  return (
    <p className={kit.notice} role="status">
      The plan {plan} has no code references: pushes are answered 402. With the plan Business or Enterprise
      this page shows every line where a variable’s key stands, by repository and file, what is gone, and
      which keys are misspelt. Those who run this installation change the plan.
    </p>
  );
}
