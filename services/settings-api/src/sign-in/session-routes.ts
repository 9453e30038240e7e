import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import { organisationPolicies, signUpPolicies } from '../accounts/policies.ts';
import { listSessions, type SessionRow } from '../accounts/queries.ts';
import { whoAmI, whoAmISchema } from '../accounts/who-am-i.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readRoute } from '../framework/route.ts';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';
import type { SignInDependencies } from './dependencies.ts';

const sessionSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    created_at: timeSchema,
    last_seen_at: nullableTimeSchema(
      'the minute of its last request, with a delay of one to two minutes; null = none yet',
    ),
    expires_at: timeSchema,
    ip_address: Type.Union([Type.String(), Type.Null()], {
      description: 'the IP address from which you signed in',
    }),
    user_agent: Type.Union([Type.String(), Type.Null()], {
      description: 'the User-Agent of the browser at that time',
    }),
    is_current: Type.Boolean({ description: 'true = the session of this request' }),
  },
  { title: 'Session' },
);

export const sessionRoutes = [
  readRoute({
    path: '/session',
    action: 'caller',
    summary: 'Read the current session',
    answer: whoAmISchema,
    handle: async ({ caller }, { pool }) => ({ body: await whoAmI(pool, caller) }),
  }),

  readRoute({
    path: '/session/options',
    action: 'anyone',
    summary: 'Read the sign-in options',
    answer: Type.Object({
      signed_in: Type.Boolean({
        description: 'true if the request has the cookie of a valid session',
      }),
      sign_up: stringEnum(signUpPolicies),
      create_organisations: stringEnum(organisationPolicies),
      oidc: Type.Union([Type.Object({ name: Type.String() }), Type.Null()], {
        description: 'the host of the OpenID Connect provider; null = none',
      }),
      version: Type.String({ description: 'the version of the service' }),
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
    summary: 'List your sessions, oldest first',
    query: pageQuery({}),
    answer: createPageSchema(sessionSchema),
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
