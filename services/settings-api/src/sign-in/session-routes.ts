import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import { organisationPolicies, signUpPolicies } from '../accounts/policies.ts';
import { listSessions, type SessionRow } from '../accounts/queries.ts';
import { whoAmI, whoAmISchema } from '../accounts/who-am-i.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readRoute } from '../framework/route.ts';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';
import type { SignInDependencies } from './dependencies.ts';

const sessionSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    created_at: timeSchema,
    last_seen_at: nullableTimeSchema(
      'the minute of its last request, shown a minute or two later; null = none that is shown yet',
    ),
    expires_at: timeSchema,
    ip_address: Type.Union([Type.String(), Type.Null()], { description: 'where it was opened from' }),
    user_agent: Type.Union([Type.String(), Type.Null()], {
      description: 'the browser’s User-Agent at that time',
    }),
    is_current: Type.Boolean({ description: 'the session of this request' }),
  },
  { title: 'Session' },
);

export const sessionRoutes = [
  readRoute({
    path: '/session',
    action: 'caller',
    summary: 'Tell who the caller is, and where a member of what role',
    answer: whoAmISchema,
    handle: async ({ caller }, { pool }) => ({ body: await whoAmI(pool, caller) }),
  }),

  readRoute({
    path: '/session/options',
    action: 'anyone',
    summary: 'Tell how people may sign in here, and who may make organisations',
    answer: Type.Object({
      signed_in: Type.Boolean({
        description: 'whether the request has the cookie of a session that goes on',
      }),
      sign_up: stringEnum(signUpPolicies),
      create_organisations: stringEnum(organisationPolicies),
      oidc: Type.Union([Type.Object({ name: Type.String() }), Type.Null()], {
        description: 'the OpenID Connect provider, by its host; null = there is none',
      }),
      version: Type.String({ description: 'of the service' }),
    }),
    handle: async (
      { req },
      { sessions, signUp, createOrganisations, oidcSignIn, version }: SignInDependencies,
    ) => ({
      body: {
        signed_in: (await sessions.find(req)) !== undefined,
        sign_up: signUp,
        create_organisations: createOrganisations,
        oidc: oidcSignIn ? { name: oidcSignIn.provider.name } : null,
        version,
      },
    }),
  }),

  readRoute({
    path: '/account/sessions',
    action: 'signed-in',
    summary: 'List your own sessions, the oldest first',
    query: pageQuery({}),
    answer: pageOf(sessionSchema),
    async handle({ caller, query }, { pool }) {
      const page = { after: readCursor(query.cursor, isUuid), limit: query.limit + 1 };
      const { rows, isCut } = await listSessions(pool, caller.accountId, page);
      const toItem = ({ created_at, last_seen_at, expires_at, ...row }: SessionRow) => ({
        ...row,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at?.toISOString() ?? null,
        expires_at: expires_at.toISOString(),
        is_current: row.id === caller.sessionId,
      });
      return { body: toPage(rows, query.limit, ({ id }) => id, toItem, { isCut }) };
    },
  }),
];
