import { beforeEach, expect, it } from '@jest/globals';
import request from 'supertest';
import { production, restoreOrganisations } from '../checkout.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { applyById, approve, at, put } from './apply-request.ts';
import { createPeople, openRequest, requests, createRules, switchOff } from './open-request.ts';

const app = useApp({ document: organisations, publicUrl: 'https://flags.acme.example' });
const as = createPeople(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
  await app.pool.query('DELETE FROM webhook_endpoint');
});

async function addEndpoint(format: string): Promise<void> {
  await request(app.server)
    .post('/settings/v1/organisations/acme/webhook-endpoints')
    .set('Authorization', `Bearer ${acmeToken}`)
    .send({ url: 'https://93.184.216.34/hook', format, events: ['*'] })
    .expect(201);
}

/** Returns the bodies of all deliveries, the oldest first. */
async function readBodies<Body>(): Promise<Body[]> {
  const { rows } = await app.pool.query<{ body: string }>('SELECT body FROM webhook_delivery ORDER BY id');
  return rows.map(({ body }) => JSON.parse(body) as Body);
}

it('a request that is opened is told with its page, and an edit is not told', async () => {
  await addEndpoint('bunting');
  const member = await as('member');
  const number = await openRequest(member, [switchOff]);
  expect((await member.patch(`${requests}/${number}`, { title: 'Other words' })).status).toBe(200);
  expect(await readBodies()).toMatchObject([
    {
      type: 'change_request.opened',
      organisation: 'acme',
      data: {
        change_request: {
          number,
          title: expect.any(String),
          project: 'web',
          author: 'member@acme.example',
          status: 'open',
          stage: 'waiting',
          environments: ['production'],
          url: `https://flags.acme.example/o/acme/p/web/change-requests/${number}`,
        },
        actor: 'member@acme.example',
      },
    },
  ]);
});

it('a message about it has the differences that it would make', async () => {
  await addEndpoint('slack');
  const number = await openRequest(await as('member'), [switchOff]);
  const [message] = await readBodies<{ text: string }>();
  expect(message?.text).toMatch(
    new RegExp(`^\\*member@acme\\.example opened change request #${number}: .*\\*\\n`),
  );
  expect(message?.text).toContain(
    '\n• Waiting for approvals, in production\n• targeting of checkout in production: on → off',
  );
});

it('a dry run is not told', async () => {
  await addEndpoint('bunting');
  const member = await as('member');
  const dryRun = await member.post(`${requests}?dry_run=true`, { title: 'Off', changes: [switchOff] });
  expect(dryRun.status).toBe(200);
  expect(await readBodies()).toEqual([]);
});

interface ReportedEvent {
  readonly type: string;
  readonly data: {
    readonly actor: string;
    readonly change_request?: { readonly status: string; readonly stage: string | null };
  };
}

/** Returns each event as its kind, its author, and the status and stage of the request. */
async function readReported(): Promise<string[]> {
  const bodies = await readBodies<ReportedEvent>();
  return bodies.map(({ type, data: { actor, change_request: reported } }) =>
    [type, actor, ...(reported === undefined ? [] : [reported.status, reported.stage])].join(' '),
  );
}

it('verdicts and applications are told, and what an applied one changes besides', async () => {
  const [member, admin] = [await as('member'), await as('admin')];
  const number = await openRequest(member, [switchOff]);
  await addEndpoint('bunting');
  await approve(admin, number);
  expect((await member.post(`${at(number)}/apply`, {})).status).toBe(200);
  expect(await readReported()).toEqual([
    'change_request.reviewed admin@acme.example open ready',
    'targeting.updated member@acme.example',
    'change_request.applied member@acme.example applied ',
  ]);
});

it('a message says who applied a request', async () => {
  const [member, admin] = [await as('member'), await as('admin')];
  const number = await openRequest(member, [switchOff]);
  await approve(admin, number);
  await addEndpoint('slack');
  expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
  const messages = await readBodies<{ text: string }>();
  const applied = messages.find(({ text }) => text.startsWith(`*Applied change request #${number}: `));
  expect(applied?.text).toContain('\n• Applied by admin@acme.example');
});

it('failures and closed requests are told, with the reason of the failure in messages', async () => {
  const admin = await as('admin');
  const number = await openRequest(admin, [put(`${production}/targeting`, createRules('Mine'))]);
  await admin.put(`${production}/targeting`, createRules('Theirs'));
  await addEndpoint('bunting');
  await addEndpoint('teams');
  expect(await applyById(app, number)).toMatchObject({ outcome: 'failed', code: 'conflict' });
  expect((await admin.post(`${at(number)}/close`, {})).status).toBe(200);
  const { rows } = await app.pool.query<{ body: string }>(
    `SELECT body FROM webhook_delivery JOIN webhook_endpoint ON webhook_endpoint.id = webhook_endpoint_id
     WHERE format = 'teams' ORDER BY webhook_delivery.id`,
  );
  expect(rows[0]?.body).toContain(`Bunting couldn't apply change request #${number}`);
  const { body } = await admin.get(at(number));
  expect(rows[0]?.body).toContain(JSON.stringify(`• ${body.failure.message}`));
  expect(rows[1]?.body).toContain(`"Closed change request #${number}`);
  expect(rows[1]?.body).toContain('"• Withdrawn by admin@acme.example"');
  await app.pool.query(`DELETE FROM webhook_endpoint WHERE format = 'teams'`);
  expect(await readReported()).toEqual([
    'change_request.failed admin@acme.example open conflicting',
    'change_request.closed admin@acme.example closed ',
  ]);
});
