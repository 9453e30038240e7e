import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import type { SignedIn } from '../framework/access/caller.ts';
import { ownRoute } from '../framework/route.ts';
import type { ChangeStreamDependencies } from './dependencies.ts';

export const changeStreamRoutes = [
  ownRoute({
    method: 'GET',
    path: '/organisations/{org}/changes',
    action: 'read',
    isForPeople: true,
    summary: 'Stream the changes of an organisation',
    description:
      'A stream of `text/event-stream`. `hello` comes first, with the `version` of the service and `is_complete`: false means that more than 500 changes were skipped. It is sent again if that happens later. `change` is an audit record: `{id, at, change_id, actor, actor_name, action, subject, project, environment, feature, version}`; it can be sent twice, with the same id. `evaluated`, `{project, environment}`, is sent once, when an application first evaluates in an environment. A comment is sent every 20 s. The stream resumes after `Last-Event-ID`, and ends with the session or the membership. A person can have 30 open streams (429 `too_many_streams`), a process 2,000 (503), and an organisation a quarter of those (429 `organisation_share_exceeded`).',
    status: 200,
    openapi: { answer: { 'text/event-stream': Type.String({ description: 'events' }) }, limitsShares: true },
    async handle({ organisation, caller, req, res }, { changeFeed }: ChangeStreamDependencies) {
      if (req.method === 'HEAD') {
        res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).end();
        return undefined;
      }
      // isForPeople: tokens were refused.
      const { accountId, sessionId } = caller as SignedIn;
      const lastEventId = req.headers['last-event-id'];
      await changeFeed.open(
        { organisationId: organisation.id, accountId, sessionId, res, queued: [], isEnded: false },
        typeof lastEventId === 'string' && isUuid(lastEventId) ? lastEventId : undefined,
      );
      return undefined;
    },
  }),
];
