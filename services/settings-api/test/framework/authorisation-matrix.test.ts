import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { newId } from '@bunting/database';
import request from 'supertest';
import { allRoutes, prefix } from '../../src/app.ts';
import { ofPeople, scopeMembers } from '../api-tokens/authorisation-of-tokens.ts';
import {
  acmeToken,
  memberToken,
  organisations,
  otherToken,
  settingsToken,
  viewerToken,
  withoutPasswords,
} from '../organisations.ts';
import { roleTable } from './role-table.ts';
import { signIn, startApp, staffToken, type RunningApp } from '../running-app.ts';

const roles = ['viewer', 'member', 'admin', 'owner'] as const;
type Role = (typeof roles)[number];

interface Row {
  readonly method: string;
  readonly path: string;
  readonly least: string;
  readonly inProtected: string;
}

const rows: Row[] = roleTable
  .trim()
  .split(/\n+/)
  .map((line) => {
    const [method, path, least, inProtected] = line.split(/ +/);
    return { method: method!, path: path!, least: least!, inProtected: inProtected ?? least! };
  });
const ofOrganisations = rows.filter(({ path }) => path.startsWith('/organisations/{org}'));

/** Nothing is served in production, so that protection does not refuse what the table allows a member. */
const quiet = {
  organisations: organisations.organisations.map((organisation) => ({
    ...organisation,
    projects: organisation.projects.map((project) => ({
      ...project,
      ...('features' in project && {
        features: project.features.map(({ environments: _served, ...feature }) => feature),
      }),
    })),
  })),
};
const again = withoutPasswords(quiet as typeof organisations);

let app: RunningApp;
const callers = new Map<string, Record<string, string>>();

beforeAll(async () => {
  app = await startApp({ document: quiet });
  for (const role of roles) callers.set(role, await signIn(app, `${role}@acme.example`));
  callers.set('token', { Authorization: `Bearer ${acmeToken}` });
  callers.set('token without members', { Authorization: `Bearer ${settingsToken}` });
  callers.set('viewer token', { Authorization: `Bearer ${viewerToken}` });
  callers.set('member token', { Authorization: `Bearer ${memberToken}` });
  callers.set('foreign owner', await signIn(app, 'owner@globex.example'));
  callers.set('foreign token', { Authorization: `Bearer ${otherToken}` });
  callers.set('nobody', {});
  callers.set('staff', { Authorization: `Bearer ${staffToken}` });
});
afterAll(() => app.stop());

/** Codes of 403 that are about the caller, not about what the call asks for. */
const refusals = new Set(['role_insufficient', 'scope_insufficient', 'session_required']);

type Verdict = 'allowed' | 401 | 403 | 404;

/**
 * Returns the outcome of a call. The body is wrong on purpose, so an allowed call ends with 400, or with 404 for a
 * part.
 */
async function call(
  { method, path }: Pick<Row, 'method' | 'path'>,
  caller: string,
  env = 'staging',
): Promise<Verdict> {
  const names: Record<string, string> = {
    org: 'acme',
    project: 'web',
    env,
    feature: 'checkout',
    segment: 'canada',
    variable: 'checkout-layout',
    variation: 'one-page',
    email: 'admin@acme.example',
    user_id: 'user-8',
    token: 'no-such-invitation',
  };
  const url = prefix + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? newId());
  // A stream that is allowed would not end.
  const query = path.endsWith('/changes') ? '?nonsense=1' : '';
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const target = url + query;
  const pending = request(app.server)[verb](target).set(callers.get(caller)!);
  const answer = await (method === 'GET' || method === 'DELETE' ? pending : pending.send({ nonsense: 1 }));
  const { error = '', code } = answer.body as { error?: string; code?: string };
  if (answer.status >= 500) throw new Error(`${method} ${url} as ${caller}: ${answer.status} ${answer.text}`);
  if (method !== 'GET' && answer.status < 300) await applyDocument(app, again);
  if (`${method} ${path}` === 'DELETE /account/sessions' && answer.status < 300) {
    callers.set(caller, await signIn(app, `${caller}@acme.example`));
  }
  if (answer.status === 401 || (answer.status === 403 && refusals.has(code ?? ''))) return answer.status;
  if (answer.status === 404 && error.startsWith('There is no organisation')) return 404;
  return 'allowed';
}

describe('the table of roles', () => {
  it('names every route, and no other', () => {
    expect(rows.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      allRoutes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });
});

describe.each(ofOrganisations)('$method $path', (row) => {
  const expected = (role: Role, least: string): Verdict =>
    roles.indexOf(role) >= roles.indexOf(least as Role) ? 'allowed' : 403;

  it.each(roles)(`as %s of the organisation (${row.least} or more may)`, async (role) => {
    expect(await call(row, role)).toBe(expected(role, row.least));
  });

  if (row.path.includes('{env}')) {
    it.each(roles)(`as %s in a protected environment (${row.inProtected} or more may)`, async (role) => {
      expect(await call(row, role, 'production')).toBe(expected(role, row.inProtected));
    });
  }

  it.each(['viewer', 'member'] as const)('as an organisation token with the role %s', async (role) => {
    const isRefused = ofPeople.has(`${row.method} ${row.path}`);
    expect(await call(row, `${role} token`)).toBe(isRefused ? 403 : expected(role, row.least));
    if (!row.path.includes('{env}')) return;
    expect(await call(row, `${role} token`, 'production')).toBe(expected(role, row.inProtected));
  });

  it('as an organisation token with the role admin', async () => {
    expect(await call(row, 'token')).toBe(ofPeople.has(`${row.method} ${row.path}`) ? 403 : 'allowed');
  });

  it('as an organisation token without the scope members, which makes neither members nor tokens', async () => {
    const name = `${row.method} ${row.path}`;
    const isRefused = scopeMembers.has(name) || ofPeople.has(name);
    expect(await call(row, 'token without members')).toBe(isRefused ? 403 : 'allowed');
  });

  it.each(['foreign owner', 'foreign token'])('as %s: there is no such organisation', async (caller) => {
    expect(await call(row, caller)).toBe(404);
  });

  it.each(['nobody', 'staff'])('as %s: who is it?', async (caller) => {
    expect(await call(row, caller)).toBe(401);
  });
});

describe.each(rows.filter(({ least }) => least === 'staff'))('$method $path', (row) => {
  it('as staff', async () => {
    expect(await call(row, 'staff')).toBe('allowed');
  });

  it.each(['nobody', 'owner', 'token'])('as %s: not staff', async (caller) => {
    expect(await call(row, caller)).toBe(401);
  });
});

describe.each(rows.filter(({ least }) => ['anyone', 'signed-in', 'person'].includes(least)))(
  '$method $path',
  (row) => {
    it(`as nobody (${row.least} may)`, async () => {
      // A wrong sign-in is 401 too, but not because a session is missing: test/sessions/session.test.ts tests it.
      if (row.path === '/session' && row.method === 'POST') return;
      expect(await call(row, 'nobody')).toBe(row.least === 'anyone' ? 'allowed' : 401);
    });

    if (row.least !== 'anyone') {
      it('as a viewer of some organisation', async () => {
        expect(await call(row, 'viewer')).toBe('allowed');
      });

      it('as an organisation token', async () => {
        expect(await call(row, 'token')).toBe(row.least === 'signed-in' ? 'allowed' : 403);
      });
    }
  },
);
