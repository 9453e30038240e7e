import { describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import { acmeToken, organisations, password } from '../organisations.ts';
import { bearer, callsAs, getStatuses } from '../people.ts';
import { signIn, staffToken, useApp } from '../running-app.ts';

/** The queue is always full. */
const full = useApp({ document: organisations, signUp: 'open', passwordQueue: { maxOfNetwork: 0 } });
const narrow = useApp({
  document: organisations,
  passwordHashes: scryptHashes,
  passwordQueue: { maxOfNetwork: 3 },
});

describe('when too many passwords are being checked', () => {
  it('signing in, signing up, accepting an invitation and resetting a password are 503 at once, and use up nothing', async () => {
    const anybody = callsAs(full);
    const email = 'ada@acme.example';
    const invited = await callsAs(full, bearer(acmeToken))
      .post('/organisations/acme/members', { email, role: 'viewer' })
      .expect(201);
    const reset = await callsAs(full, bearer(staffToken))
      .post('/staff/password-resets', { email: 'owner@acme.example' })
      .expect(201);
    const invitation = `/invitations/${invited.body.invitation.token}`;
    for (const asked of [
      anybody.post('/session', { email: 'owner@acme.example', password }),
      anybody.post('/accounts', { email: 'new@acme.example', name: 'New', password }),
      anybody.post(invitation, { name: 'Ada', password }),
      anybody.post(`/password-resets/${reset.body.token}`, { password }),
    ]) {
      const { body, headers } = await asked.expect(503);
      expect(body).toEqual({
        error: 'Too many sign-in attempts are in progress. Try again shortly.',
        code: 'too_many_passwords',
      });
      expect(headers['retry-after']).toBe('2');
    }
    await anybody.get(invitation).expect(200);
    await anybody.get(`/password-resets/${reset.body.token}`).expect(200);
    // Requests that need no hash still work.
    await callsAs(full, bearer(acmeToken)).get('/organisations/acme').expect(200);
  });

  it('one is served and the others get 503, also for a signed-in account', async () => {
    const owner = callsAs(narrow, await signIn(narrow, 'owner@acme.example'));
    const guesses = Array.from({ length: 9 }, (_, n) =>
      callsAs(narrow).post('/session', { email: `guess-${n}@acme.example`, password }),
    );
    const changes = Array.from({ length: 9 }, () =>
      owner.post('/account/password', { current_password: 'not the password', new_password: password }),
    );
    const statuses = getStatuses(await Promise.all([...guesses, ...changes]));
    expect(new Set(statuses)).toEqual(
      new Set([...statuses.filter((each) => [401, 403].includes(each)), 503]),
    );
    expect(statuses.filter((status) => status !== 503).length).toBeGreaterThanOrEqual(3);
    await signIn(narrow, 'owner@acme.example');
  });
});
