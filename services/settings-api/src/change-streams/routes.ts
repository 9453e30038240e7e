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
    summary: 'Follow what is changed in an organisation',
    description:
      'A stream of `text/event-stream`. `hello` comes first, with the `version` of the service and `is_complete`: false = more than 500 changes are not told, and it comes again where that happens later. ' +
      '`change` is a record of the audit log: `{id, at, change_id, actor, actor_name, action, subject, project, environment, feature, version}`; it may come twice, with the same id. ' +
      '`evaluated`, `{project, environment}`, comes once, when an application has asked an environment for the first time. ' +
      'A comment comes every 20 s. It goes on from `Last-Event-ID`, and ends with the session or the membership. ' +
      'A person may have 30 open at a time (429 `too_many_streams`), a process 2,000 (503), of them an organisation a quarter (429 `organisation_share_exceeded`).',
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
