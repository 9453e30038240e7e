import { hashSecret } from '@bunting/authentication';
import { roles } from '@bunting/changes/organisations';
import { nameSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { newPasswordSchema } from '../sessions/password-rules.ts';
import { settingsErrors } from '../framework/errors.ts';
import { clientAddress } from '@bunting/service/client-address';
import type { Changing } from '../framework/change.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { stringEnum, timeSchema } from '../framework/schemas.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { whoAmI, whoAmISchema } from '../accounts/who-am-i.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { findInvitation } from './queries.ts';

export const invitationRoutes = [
  readRoute({
    path: '/invitations/{token}',
    action: 'anyone',
    summary: 'Read an invitation',
    limitsAttempts: true,
    answer: Type.Object({
      organisation: Type.Object({ slug: Type.String(), name: Type.String() }),
      role: stringEnum(roles),
      email: Type.String(),
      invited_by: Type.Union([Type.String(), Type.Null()], { description: 'null = staff' }),
      expires_at: timeSchema,
      has_account: Type.Boolean({
        description: 'true = sign in, then accept; false = send a name and a password',
      }),
    }),
    async handle({ params, req }, { pool, attempts, trustedProxies, now }: AccountDependencies) {
      const succeed = await attempts.openInvitation(clientAddress(req, trustedProxies));
      const { organisation, role, email, ...found } = await findInvitation(
        pool,
        params.token,
        new Date(now()),
      );
      await succeed();
      return {
        body: {
          organisation: { slug: organisation.slug, name: organisation.name },
          role,
          email,
          invited_by: found.invitedBy,
          expires_at: found.expiresAt.toISOString(),
          has_account: found.accountId !== null,
        },
      };
    },
  }),

  changeRoute({
    method: 'POST',
    path: '/invitations/{token}',
    action: 'anyone',
    summary: 'Accept an invitation',
    limitsAttempts: true,
    description:
      'If you have an account, sign in first and send `{}`. Otherwise send a name and a password: this creates your account and signs you in.',
    body: Type.Object(
      { name: Type.Optional(nameSchema), password: Type.Optional(newPasswordSchema) },
      { additionalProperties: false },
    ),
    status: 201,
    answer: whoAmISchema,
    async handle({ params: { token }, body, req }, dependencies: Changing & AccountDependencies) {
      const { change, sessions, attempts, passwords, signUp, pool, trustedProxies, now } = dependencies;
      const address = clientAddress(req, trustedProxies);
      const succeed = await attempts.openInvitation(address);
      const { email, accountId } = await findInvitation(pool, token, new Date(now()));
      const signedIn = await sessions.find(req);
      if (signedIn !== undefined && signedIn.email !== email) throw settingsErrors.invitedAnother(email);
      if (signedIn === undefined && accountId !== null) throw settingsErrors.signInFirst(email);
      if (accountId === null && signUp === 'closed') throw settingsErrors.signUpClosed(signUp);
      const hashGiven = async (name: string, password: string) => {
        // No hash is computed for an invitation that was used or withdrawn while the request waited.
        await findInvitation(pool, token, new Date(now()));
        return { name, passwordHash: await dependencies.passwordHashes.hash(password) };
      };
      const details = accountId === null ? requireDetails(body) : undefined;
      const newAccount =
        details &&
        (await passwords.run({ address, link: hashSecret(token).hash }, () =>
          hashGiven(details.name, details.password),
        ));
      return change((transaction) => acceptInvitation(transaction, token, newAccount), {
        author: { kind: 'session', email },
        async answer({ result }) {
          await succeed();
          if (signedIn !== undefined) return { body: await whoAmI(pool, signedIn) };
          const opened = await sessions.open(req, result);
          if (opened === undefined) throw settingsErrors.unknownInvitation;
          return { body: await whoAmI(pool, opened.account), headers: { 'Set-Cookie': opened.cookies } };
        },
      });
    },
  }),
];

type Details = { readonly name?: string; readonly password?: string };

/** Throws 400 with all that is missing. */
function requireDetails({ name, password }: Details): Required<Details> {
  if (name !== undefined && password !== undefined) return { name, password };
  const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined);
  throw settingsErrors.invalid(
    missing.map(([path]) => ({ path, message: 'is required for a new account', code: 'required' })),
  );
}
