import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { object, string } from 'zod';

const body = object({ accountId: string() });

/** Opens a session for an account that has proven who it is by other means than its password. */
export const openSessionPlugin = {
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly({ method: 'POST', body }, async (context) => {
      const { internalAdapter } = context.context;
      const user = await internalAdapter.findUserById(context.body.accountId);
      if (user === null) return null;
      const session = await internalAdapter.createSession(user.id);
      await setSessionCookie(context, { session, user });
      return { id: user.id, email: user.email, name: user.name };
    }),
  },
} satisfies BetterAuthPlugin;
