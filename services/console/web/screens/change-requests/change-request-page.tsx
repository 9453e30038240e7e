import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import {
  changeRequestQuery,
  previewQuery,
  requestCommentsQuery,
  type OfRequest,
} from '../../api/queries/change-requests.ts';
import { environmentsQuery, sessionQuery } from '../../api/queries/project.ts';
import { useMembership } from '../../api/session/use-can.ts';
import type { ChangeRequest } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Section } from '../../design/section.tsx';
import { Time } from '../../design/time.tsx';
import type { ConflictPart } from '../../flags/audit-records/model.ts';
import { StageBadge } from '../../flags/change-requests/stage-badge.tsx';
import { Comments } from '../../flags/comments/comments.tsx';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import style from './change-requests.module.css';
import { useRequestComments } from './changes.ts';
import { Details } from './details.tsx';
import { NextStep } from './next-step-card.tsx';
import { ProposedChanges } from './proposed-changes.tsx';
import { RequestActions } from './request-actions.tsx';
import { ReviewForm } from './review-form.tsx';
import { getManageReason, type RequestContext } from './rights.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { usePeople } from './use-people.ts';
import { Verdicts } from './verdicts.tsx';

const from = '/framed/o/$org/p/$project/change-requests/$number';

/** Renders a change request: what happens next, its differences, approvals, schedule and comments. */
export function ChangeRequestPage() {
  const params = useParams({ from });
  const query = useQuery(changeRequestQuery(params));
  const { body: stored, etag = '' } = query.data ?? {};
  const preview = useQuery({ ...previewQuery(params, etag), enabled: stored?.status === 'open' });
  const request = stored && withConflicts(stored, preview.data?.conflicts);
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
        {() =>
          request && (
            <Contents key={request.number} {...{ target: params, request, etag, preview, getName }} />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function Contents({
  target,
  request,
  etag,
  preview,
  getName,
}: {
  target: OfRequest;
  request: ChangeRequest;
  etag: string;
  /** The query of what the request would change now. */
  preview: Pick<UseQueryResult<{ readonly conflicts: readonly ConflictPart[] }>, 'data' | 'error'>;
  getName: (email: string) => string;
}) {
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const { data: session } = useQuery(sessionQuery);
  const membership = useMembership(target.org);
  const conflicts = preview.data?.conflicts ?? (request.conflicts as readonly ConflictPart[]);
  const context = { request, environments, membership, email: session?.account?.email ?? '' };
  const protectedSlugs = environments.filter((each) => each.protected).map(({ slug }) => slug);
  return (
    <>
      <NextStep {...{ target, context, getName }} problem={isRefusal(preview.error) ? preview.error : null}>
        <RequestActions {...{ target, etag, request, context, conflicts, environments, getName }} />
      </NextStep>
      <div className={style.columns}>
        <div className={style.main}>
          {request.description !== '' && <p className={style.description}>{request.description}</p>}
          <Section title="Changes">
            <ProposedChanges changes={request.changes} protectedSlugs={protectedSlugs} />
          </Section>
          {request.status === 'open' && (
            <Section title="Your review">
              <ReviewForm target={target} context={context} />
            </Section>
          )}
        </div>
        <Details
          {...{ target, request, environments, getName }}
          schedule={request.status === 'open' && <EditSchedule {...{ target, request, etag, context }} />}
        />
        <div className={style.talk}>
          {request.verdicts.length > 0 && (
            <Section title="Reviews">
              <Verdicts request={request} getName={getName} />
            </Section>
          )}
          <RequestComments target={target} getName={getName} />
        </div>
      </div>
    </>
  );
}

/** Returns whether the merged request is refused. Other errors say nothing about it. */
const isRefusal = (error: unknown) => [400, 409].includes(asApiError(error)?.status ?? 0);

/** Returns a request with the stage that follows from its latest preview, which the page may not have read yet. */
function withConflicts(request: ChangeRequest, found: readonly unknown[] | undefined): ChangeRequest {
  return found === undefined || found.length === 0 ? request : { ...request, stage: 'conflicting' };
}

function EditSchedule({
  target,
  request,
  etag,
  context,
}: {
  target: OfRequest;
  request: ChangeRequest;
  etag: string;
  context: RequestContext;
}) {
  const [isOpen, setOpen] = useState(false);
  const isAuthor = request.author === context.email;
  return (
    <div>
      <Button disabledReason={getManageReason(context)} onClick={() => setOpen(true)}>
        Change schedule…
      </Button>
      {isOpen && <ScheduleDialog {...{ target, request, etag, isAuthor }} onClose={() => setOpen(false)} />}
    </div>
  );
}

function RequestComments({ target, getName }: { target: OfRequest; getName: (email: string) => string }) {
  const query = useInfiniteQuery(requestCommentsQuery(target));
  const writes = useRequestComments(target);
  return (
    <div className={style.comments}>
      <h2>Comments</h2>
      <Comments {...{ query, writes, getName }} />
    </div>
  );
}
