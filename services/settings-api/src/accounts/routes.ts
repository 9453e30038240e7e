import { runChange } from '@bunting/changes';
import { changeAccounts, organisationsOf, readAccounts } from '@bunting/changes/organisations';
import { emailSchema, nameSchema } from '@bunting/definitions';
import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { settingsErrors } from '../framework/errors.ts';
import { clientAddress } from '@bunting/service/client-address';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { nullableTimeSchema, timeSchema } from '../framework/schemas.ts';
import { whoAmI, whoAmISchema } from '../sessions/who-am-i.ts';
import { newPasswordSchema } from './password-rules.ts';
import { endAllSessions, endSession, listSessions, readPasswordHash, type SessionRow } from './queries.ts';

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

export const accountRoutes = [
  route({
    method: 'POST',
    path: '/accounts',
    action: 'anyone',
    summary: 'Sign up',
    recordsNothing: true,
    limitsAttempts: true,
    hashesPassword: true,
    description: 'Only where SIGN_UP=open; otherwise accounts are created by invitation, or not at all.',
    body: Type.Object(
      { email: emailSchema, name: nameSchema, password: newPasswordSchema },
      { additionalProperties: false },
    ),
    status: 201,
    answer: whoAmISchema,
    async handle({ body, req }, { sessions, attempts, passwords, signUp, pool, trustedProxies }) {
      if (signUp !== 'open') throw settingsErrors.signUpClosed(signUp);
      const address = clientAddress(req, trustedProxies);
      await attempts.signUp(address);
      const opened = await passwords.run({ address }, () => sessions.signUp(req, body));
      // This reveals that the address has an account. The service sends no e-mail, so it could not tell the owner in another way, and
      // attempts are limited.
      if (opened === undefined) throw settingsErrors.taken('account', body.email);
      return { body: await whoAmI(pool, opened.account), headers: { 'Set-Cookie': opened.cookies } };
    },
  }),

  route({
    method: 'PATCH',
    path: '/account',
    action: 'signed-in',
    summary: 'Change your own name',
    description: 'Recorded in the audit logs of all your organisations.',
    body: Type.Object({ name: nameSchema }, { additionalProperties: false }),
    status: 200,
    answer: whoAmISchema,
    async handle({ caller, body: { name } }, dependencies) {
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        const [before] = await readAccounts(transaction, [caller.email]);
        if (before === undefined) throw settingsErrors.notSignedIn;
        const organisations = await organisationsOf(transaction.client, before.id);
        await changeAccounts(transaction, organisations, [{ before, after: { ...before, name } }]);
      });
      return { body: await whoAmI(dependencies.pool, { ...caller, name }) };
    },
  }),

  route({
    method: 'POST',
    path: '/account/password',
    action: 'signed-in',
    summary: 'Change your own password',
    limitsAttempts: true,
    hashesPassword: true,
    description:
      'Takes the present password. All sessions of the account end; the answer opens a new one for this browser. Recorded in the audit logs of all your organisations.',
    body: Type.Object(
      { current_password: Type.String({ maxLength: 256 }), new_password: newPasswordSchema },
      { additionalProperties: false },
    ),
    status: 204,
    async handle({ caller, body, req }, dependencies) {
      const { pool, sessions, attempts, passwords, passwordHashes, trustedProxies } = dependencies;
      const succeed = await attempts.changePassword(caller.accountId);
      const present = await readPasswordHash(pool, caller.accountId);
      if (present === null) throw settingsErrors.noPassword;
      const address = clientAddress(req, trustedProxies);
      const passwordHash = await passwords.run({ address }, async () => {
        if (!(await passwordHashes.verify(body.current_password, present)))
          throw settingsErrors.wrongPassword;
        return passwordHashes.hash(body.new_password);
      });
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        const [before] = await readAccounts(transaction, [caller.email]);
        // The password was changed after it was verified.
        if (before === undefined || before.passwordHash !== present) throw settingsErrors.wrongPassword;
        const organisations = await organisationsOf(transaction.client, before.id);
        await changeAccounts(transaction, organisations, [{ before, after: { ...before, passwordHash } }]);
      });
      await succeed();
      const opened = await sessions.open(req, caller.accountId);
      if (opened === undefined) throw settingsErrors.notSignedIn;
      return { body: undefined, headers: { 'Set-Cookie': opened.cookies } };
    },
  }),

  route({
    method: 'GET',
    path: '/account/sessions',
    action: 'signed-in',
    summary: 'List your own sessions, the oldest first',
    query: pageQuery({}),
    status: 200,
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

  route({
    method: 'DELETE',
    path: '/account/sessions',
    action: 'signed-in',
    summary: 'Sign out everywhere',
    recordsNothing: true,
    description: 'Ends all your sessions, this one too.',
    status: 204,
    async handle({ caller, req }, { pool, sessions }) {
      await endAllSessions(pool, caller.accountId);
      return { body: undefined, headers: { 'Set-Cookie': await sessions.close(req) } };
    },
  }),

  route({
    method: 'DELETE',
    path: '/account/sessions/{id}',
    action: 'signed-in',
    summary: 'End one of your own sessions',
    recordsNothing: true,
    comparesIfMatch: false,
    status: 204,
    async handle({ caller, params: { id } }, { pool }) {
      if (!(await endSession(pool, caller.accountId, id))) throw settingsErrors.unknown('session', id);
      return { body: undefined };
    },
  }),
];
