import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { changeRequestQuery } from '../../api/queries/change-requests.ts';
import { environmentsQuery, sessionQuery } from '../../api/queries/project.ts';
import { useMembership } from '../../api/session/use-can.ts';
import type { ChangeRequest } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Section } from '../../design/section.tsx';
import { Time } from '../../design/time.tsx';
import { StageBadge } from '../../flags/change-requests/stage-badge.tsx';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import style from './change-requests.module.css';
import { Details } from './details.tsx';
import { NextStep } from './next-step-card.tsx';
import { ProposedChanges } from './proposed-changes.tsx';
import { usePeople } from './use-people.ts';
import { Verdicts } from './verdicts.tsx';

const from = '/framed/o/$org/p/$project/change-requests/$number';

/** Renders a change request: what happens next, its differences, approvals, schedule and comments. */
export function ChangeRequestPage() {
  const params = useParams({ from });
  const query = useQuery(changeRequestQuery(params));
  const request = query.data?.body;
  const getName = usePeople(params.org);
  const title = request?.title ?? `#${params.number}`;
  return (
    <Page
      isWide
      title={title}
      documentTitle={`#${params.number} ${title} · ${params.project}`}
      crumbs={
        <>
          <Link to={paths.changeRequests} params={params}>
            Change requests
          </Link>{' '}
          / #{params.number}
        </>
      }
      beside={request && <StageBadge request={request} />}
      below={
        request && (
          <>
            {getName(request.author)} opened it <Time at={request.created_at} />
          </>
        )
      }
    >
      <QueryBoundary of={query} height={480}>
        {({ body }) => <Contents key={body.number} target={params} request={body} getName={getName} />}
      </QueryBoundary>
    </Page>
  );
}

function Contents({
  target,
  request,
  getName,
}: {
  target: { org: string; project: string; number: string };
  request: ChangeRequest;
  getName: (email: string) => string;
}) {
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const { data: session } = useQuery(sessionQuery);
  const membership = useMembership(target.org);
  const context = { request, environments, membership, email: session?.account?.email ?? '' };
  const protectedSlugs = environments.filter((each) => each.protected).map(({ slug }) => slug);
  return (
    <>
      <NextStep {...{ target, context, getName }} />
      <div className={style.columns}>
        <div className={style.main}>
          {request.description !== '' && <p className={style.description}>{request.description}</p>}
          <Section title="Changes">
            <ProposedChanges changes={request.changes} protectedSlugs={protectedSlugs} />
          </Section>
        </div>
        <Details {...{ target, request, environments, getName }} />
        <div className={style.talk}>
          <Section title="Reviews">
            <Verdicts request={request} getName={getName} />
          </Section>
        </div>
      </div>
    </>
  );
}
