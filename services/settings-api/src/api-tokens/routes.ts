import { generateApiToken, hashSecret } from '@bunting/authentication';
import {
  changeApiTokens,
  findRightsFlaw,
  lockOrganisation,
  tokenRoles,
  tokenScopes,
  type TokenScope,
} from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import { nameSchema } from '@bunting/definitions';
import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import { findAccountId, getTokenId, type Caller } from '../framework/access/caller.ts';
import { settingsErrors } from '../framework/errors.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { listApiTokens, readApiToken, readLockedApiToken } from './queries.ts';
import { apiTokenSchema, newApiTokenSchema, toToken } from './representation.ts';

const path = '/organisations/{org}/api-tokens';

/** Throws 403 where a token would give a scope that it does not have. A token with `members` is an admin, so it has every role. */
function requireGivableScopes(caller: Caller, scopes: readonly TokenScope[]): void {
  const missing =
    caller.kind === 'api_token' ? scopes.find((scope) => !caller.scopes.includes(scope)) : undefined;
  if (missing !== undefined) throw settingsErrors.scopeMissing(missing);
}

export const apiTokenRoutes = [
  readRoute({
    path,
    summary: 'List the tokens of an organisation, including revoked ones',
    query: pageQuery({}),
    answer: createPageSchema(apiTokenSchema),
    async handle({ organisation, query }, { pool }) {
      const page = { after: readCursor(query.cursor, isUuid), limit: query.limit + 1 };
      const { rows, isCut } = await listApiTokens(pool, organisation, page);
      return { body: toPage(rows, query.limit, ({ id }) => id, toToken, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'manage-people',
    summary: 'Create a token',
    description:
      'Only this response contains the token. The audit log shows its changes under the name of the person who created it, even after they have left: revoke it if it should end with them. With the `role` viewer, it can only read. With the scopes `settings` and `members`, a token can add members, and create tokens with the same or fewer scopes.',
    body: Type.Object(
      {
        name: nameSchema,
        scopes: Type.Array(stringEnum(tokenScopes), {
          minItems: 1,
          maxItems: tokenScopes.length,
          uniqueItems: true,
        }),
        role: Type.Optional(
          stringEnum(tokenRoles, 'its role in the management API, with the scope `settings`; absent = admin'),
        ),
      },
      { additionalProperties: false },
    ),
    status: 201,
    answersSecret: true,
    answer: newApiTokenSchema,
    async handle({ organisation, caller, body }, { change }) {
      requireGivableScopes(caller, body.scopes);
      const flaw = findRightsFlaw(body);
      if (flaw) throw settingsErrors.invalid([{ path: flaw.member, message: flaw.message }]);
      const role = body.role ?? (body.scopes.includes('settings') ? 'admin' : null);
      const token = generateApiToken();
      const { hash: tokenHash, lastFour } = hashSecret(token);
      return change(
        async (transaction) => {
          await lockOrganisation(transaction, organisation.slug);
          const created = {
            createdById: await findAccountId(transaction.client, caller),
            createdByTokenId: getTokenId(caller),
            revokedAt: null,
          };
          const after = { id: newId(), ...body, role, tokenHash, lastFour, ...created };
          await changeApiTokens(transaction, organisation, [{ after }]);
          return readApiToken(transaction.client, after.id);
        },
        {
          answer: ({ result }) => ({ body: { ...toToken(result), token } }),
        },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-organisation',
    summary: 'Revoke a token',
    description:
      'Takes effect immediately. The token stays in the list as revoked. Tokens that it created are revoked too, and its open invitations end.',
    comparesIfMatch: false,
    handle: ({ organisation, params }, { change }) =>
      change(async (transaction, confirmAccess) => {
        await lockOrganisation(transaction, organisation.slug);
        // Checked here, because a token may revoke itself.
        await confirmAccess();
        const before = await readLockedApiToken(transaction, organisation, params.id);
        const after = { ...before, revokedAt: before.revokedAt ?? transaction.now };
        await changeApiTokens(transaction, organisation, [{ before, after }]);
      }),
  }),
];
