import { emailSchema, nameSchema } from '@bunting/changes';
import { Type } from 'typebox';
import { clientAddress } from '../authentication/client-address.ts';
import { newPasswordSchema } from '../authentication/password-rules.ts';
import { settingsErrors } from '../errors.ts';
import { route } from '../route.ts';
import { whoAmI, whoAmISchema } from './session.ts';

export const signUpRoutes = [
  route({
    method: 'POST',
    path: '/accounts',
    action: 'anyone',
    summary: 'Sign up',
    limitsAttempts: true,
    hashesPassword: true,
    description: 'Only where SIGN_UP=open; otherwise accounts come by invitation, or not at all.',
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
      // Said plainly: without e-mail of its own the service has no other way to tell the rightful owner, and who asks for many
      // addresses soon runs into the limit.
      if (opened === undefined) throw settingsErrors.taken('account', body.email);
      return { body: await whoAmI(pool, opened.account), headers: { 'Set-Cookie': opened.cookies } };
    },
  }),
];
