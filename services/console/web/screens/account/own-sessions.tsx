import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import { ApiError } from '../../api/api-error.ts';
import type { OwnSession } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { addressInWords, getBrowserName } from './model.ts';
import { NotChanged } from './not-changed.tsx';
import { ownSessionsQuery, readOtherSessions } from '../../api/queries/account.ts';

/** Renders the sessions of the user, which can be ended here. */
export function OwnSessions() {
  const query = useInfiniteQuery(ownSessionsQuery);
  const client = useQueryClient();
  const say = useToast();
  const end = useMutation({
    /** Ends one session, or all others. Returns their number. */
    async mutationFn(which: OwnSession | 'others') {
      const sessions = which === 'others' ? await readOtherSessions() : [which];
      for (const { id } of sessions) await endSession(id);
      return sessions.length;
    },
    onSuccess: (count) => say(count === 1 ? 'Ended 1 session' : `Ended ${count} sessions`),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
  return (
    <>
      <QueryBoundary of={query} height={120}>
        {(sessions) => (
          <>
            <Table
              label="Sessions"
              heads={['Browser', 'From', 'Signed in', 'Last seen', '']}
              narrow={['Browser', 'Last seen', '']}
            >
              {sessions.toReversed().map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isBusy={end.isPending}
                  onEnd={() => end.mutate(session)}
                />
              ))}
            </Table>
            <NotChanged refused={end.error} />
            {sessions.length > 1 && (
              <div>
                <Button disabled={end.isPending} onClick={() => end.mutate('others')}>
                  Sign out everywhere else
                </Button>
              </div>
            )}
          </>
        )}
      </QueryBoundary>
      {query.hasNextPage && (
        <div>
          <Button onClick={() => void query.fetchNextPage()}>Show more</Button>
        </div>
      )}
    </>
  );
}

async function endSession(id: string): Promise<void> {
  try {
    await readBody(settings.DELETE('/settings/v1/account/sessions/{id}', { params: { path: { id } } }));
  } catch (error) {
    // The session has already ended.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

function SessionRow({ session, isBusy, onEnd }: { session: OwnSession; isBusy: boolean; onEnd: () => void }) {
  const { user_agent: userAgent, ip_address: address, is_current: isThis } = session;
  const { created_at: openedAt, last_seen_at: seenAt } = session;
  const browser = getBrowserName(userAgent);
  return (
    <tr>
      <td title={userAgent ?? undefined}>{browser}</td>
      <td title={address ?? undefined}>{addressInWords(address) ?? 'Unknown'}</td>
      <td>
        <Time at={openedAt} />
      </td>
      <td>{isThis ? 'Now' : seenAt === null ? 'Never' : <Time at={seenAt} />}</td>
      <td>
        <div className={kit.rowActions}>
          {isThis ? (
            <span className={kit.hint}>This session</span>
          ) : (
            <Button disabled={isBusy} onClick={onEnd}>
              Sign out<span className="hidden-text"> {browser}</span>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
