import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import request from 'supertest';
import { allRoutes, prefix } from '../../src/app.ts';
import { getQuerySchema } from '../../src/framework/route-query.ts';
import type { AnyRoute } from '../../src/framework/route.ts';
import { organisations } from '../organisations.ts';
import { signIn, startApp, staffToken, type RunningApp } from '../running-app.ts';

interface Declared {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
  readonly maximum?: number;
}

interface Detail {
  readonly path: string;
}

/** Right values, wrong values and the messages for these; query.test.ts has all that looks like a number. */
interface Kind {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly message: string;
}

const wholeNumber: Kind = {
  right: ['1'],
  wrong: ['', '1e1', ' 5', '+5', '0x10'],
  message: 'must be a whole number',
};
const decimalNumber: Kind = {
  right: ['0.9', '0.5'],
  wrong: ['', '9e-1', ' 0.9', 'Infinity'],
  message: 'must be a number',
};
const flag: Kind = {
  right: ['true'],
  wrong: ['', '1', 'TRUE', 'yes', ' true', 'null'],
  message: 'must be true or false',
};
const moment: Kind = {
  right: [
    '2026-11-21',
    '2026-11-21T09:00:00%2B01:00',
    '2026-11-21T09:00:00+01:00',
    '0000-01-01',
    '9999-12-31',
  ],
  wrong: ['yesterday', '2026-02-30', '2026-13-01', '2026-11-21T25:00:00Z', '202611', '1e3', ' 2026-11-21'],
  message: 'must be an ISO 8601 date, with a time or without',
};
const month: Kind = {
  right: ['2000-01', '9999-12'],
  wrong: [
    '',
    '0000-01',
    '0099-01',
    '1999-12',
    '2026-13',
    '2026-00',
    '2026-1',
    '2026-01-01',
    ' 2026-01',
    'now',
  ],
  message: 'must be a calendar month in UTC from 2000 on, such as 2026-11; by default the current month',
};
const path: Kind = {
  right: ['/'],
  wrong: ['', 'elsewhere', '//elsewhere.example', '/a b'],
  message: 'must be a path below that of PUBLIC_URL, to redirect to afterwards; by default `GET /session`',
};
const text = (right: string): Kind => ({ right: [right], wrong: [''], message: 'must not be empty' });

const slugMessage =
  'must be a letter or digit, then letters, digits, ".", "_" or "-", at most 100 characters (stored lower-cased)';

/** Parameters whose schema says only that they are text. Add each new one here. */
const texts: Record<string, Kind> = {
  from: moment,
  to: moment,
  month,
  return_to: path,
  cursor: { right: [], wrong: [''], message: 'must not be empty' },
  text: text('a'),
  user_id: text('user-7'),
  features: text('checkout'),
  project: text('web'),
  feature: { ...text('checkout'), right: [] },
  actor: text('staff'),
  action: text('targeting.updated'),
  environment: { ...text('staging'), right: [] },
  status: {
    right: [],
    wrong: ['', 'nonsense', 'FAILED', ' failed', 'failed,'],
    message: 'must be one or more of pending, delivered, failed, separated by commas',
  },
  change_id: {
    right: ['01931a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b'],
    wrong: ['', '1', ' 01931a2b-7c3d-7e4f-8a5b-6c7d8e9f0a1b'],
    message: 'must be the id of the change whose records to return',
  },
  // feature-list.test.ts has what is right: an environment and a state are given together.
  env: { right: [], wrong: ['', ' staging'], message: slugMessage },
  variable: text('checkout-layout'),
  repository: text('acme/web'),
  event: text('purchase'),
  conversion: text('purchase'),
  exposure: text('viewed'),
  baseline: text('off'),
  tag: {
    right: ['web', 'WEB'],
    wrong: ['', ' web', 'two words', '-web'],
    message: slugMessage,
  },
  owner: {
    right: ['owner@acme.example', '@acme/checkout'],
    wrong: ['', ' @acme/checkout'],
    message:
      'must be the email address of a member (stored lower-cased) or a label such as @acme/checkout, with at most 100 characters and no spaces at its ends',
  },
  author: { right: ['owner@acme.example', 'Owner@ACME.example'], wrong: [''], message: 'must not be empty' },
  // change-comments.test.ts has what is right.
  comment: { right: [], wrong: [''], message: 'must not be empty' },
};

const statusesOfFeatures: Kind = {
  right: ['live', 'live,archived'],
  wrong: ['', 'LIVE', 'live, archived', ',', 'deleted'],
  message: 'must be one or more of live, complete, archived, separated by commas',
};

function kindOf(name: string, { type, enum: words, pattern, maximum = 200 }: Declared): Kind {
  if (type === 'integer') return { ...wholeNumber, right: ['1', String(Math.min(maximum, 200))] };
  if (type === 'number') return decimalNumber;
  if (type === 'boolean') return flag;
  if (words !== undefined) {
    const wrong = ['', 'nonsense', words[0]!.toUpperCase(), ` ${words[0]}`];
    return { right: words, wrong, message: `must be one of: ${words.join(', ')}` };
  }
  const kind = pattern?.includes('live|') ? statusesOfFeatures : texts[name];
  if (kind === undefined) throw new Error(`What is right for ${name}?`);
  return kind;
}

let app: RunningApp;
let owner: Record<string, string>;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  owner = await signIn(app, 'owner@acme.example');
});
afterAll(() => app.stop());

const names: Record<string, string> = {
  org: 'acme',
  project: 'web',
  env: 'staging',
  feature: 'checkout',
};

/** Returns the answer to a query whose path exists. */
async function ask({ method, path: ofRoute, action }: AnyRoute, query: Record<string, readonly string[]>) {
  const way = ofRoute.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? newId());
  const asked = Object.entries(query).flatMap(([name, values]) => values.map((value) => `${name}=${value}`));
  const url = `${prefix}${way}?${asked.join('&').replaceAll(' ', '%20')}`;
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const caller = action === 'staff' ? { Authorization: `Bearer ${staffToken}` } : owner;
  const pending = request(app.server)[verb](url).set(caller);
  const body = method === 'PUT' && ofRoute.endsWith('/{env}') ? { targeting: null, defaults: {} } : {};
  return method === 'GET' || method === 'DELETE' ? pending : pending.send(body);
}

const declaredOf = (route: AnyRoute) =>
  Object.entries(
    (getQuerySchema(route) as unknown as { properties: Record<string, Declared> } | undefined)?.properties ??
      {},
  );

/** Returns the parameters that the route requires. */
const requiredOf = ({ path: ofRoute }: AnyRoute): Record<string, readonly string[]> => {
  if (ofRoute.endsWith('/search')) return { text: ['a'] };
  if (ofRoute.endsWith('/served')) return { features: ['checkout'] };
  if (ofRoute.endsWith('{project}/environments/{env}/overrides')) return { user_id: ['user-7'] };
  return ofRoute.endsWith('/events/results')
    ? { variable: ['checkout-layout'], conversion: ['purchase'] }
    : {};
};

/** 404 is possible, because the path may name an unknown object: a list of a webhook endpoint. */
const passes = new Set([200, 303, 404]);

describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    for (const [name, schema] of declaredOf(route)) {
      const kind = kindOf(name, schema);

      it(`accepts ${name} in its exact form, and nothing that only looks like it`, async () => {
        const others = requiredOf(route);
        const isHour = (value: string) => value === 'hour' && name === 'bucket';
        for (const value of kind.right) {
          // Hours are given for at most 31 days.
          const since =
            isHour(value) && declaredOf(route).some(([each]) => each === 'from')
              ? { from: [new Date().toISOString()] }
              : {};
          const where = name === 'state' && route.path.endsWith('/features') ? { env: ['staging'] } : {};
          const query = { ...others, ...since, ...where, [name]: [value] };
          const { status, body, text: said } = await ask(route, query);
          // A body that is no document of this route: the query was right.
          const { details = [] } = body as { details?: readonly Detail[] };
          const isOfBody = status === 400 && details.every(({ path: each }) => !each.startsWith('query.'));
          expect({ value, status: passes.has(status) || isOfBody || said }).toEqual({ value, status: true });
        }
        for (const value of kind.wrong) {
          const { status, body } = await ask(route, { ...others, [name]: [value] });
          const details = [{ path: `query.${name}`, message: kind.message }];
          expect({ value, status, details: body.details }).toMatchObject({ value, status: 400, details });
        }
        const value = kind.right[0] ?? 'x';
        const { body } = await ask(route, { ...others, [name]: [value, value] });
        const twice = { path: `query.${name}`, message: 'must be set only once', code: 'duplicate' };
        expect(body.details).toEqual([twice]);
      });
    }

    if (route.path !== '/session/oidc/callback') {
      it('refuses unknown parameters', async () => {
        const { status, body } = await ask(route, { ...requiredOf(route), dryrun: ['true', 'true'] });
        const details = [{ path: 'query.dryrun', message: 'is not a known member', code: 'unknown_member' }];
        expect({ status, details: body.details }).toEqual({ status: 400, details });
      });
    }
  },
);
