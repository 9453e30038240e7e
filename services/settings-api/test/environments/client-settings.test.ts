import { describe, expect, it } from '@jest/globals';
import { describeApprovals, noApprovals } from '@bunting/definitions/approvals';
import { until } from '@bunting/testing';
import { createSealingKeys, openSecret, type SealedSecret } from '@bunting/sealed-secrets';
import request from 'supertest';
import { createCalls, getPaths } from '../client.ts';
import { withEvaluator } from '../evaluator.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { userSigningKey, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

async function auditOf(subject: string, action: string) {
  const { rows } = await app.pool.query<{ id: string; before: unknown; after: unknown }>(
    'SELECT id, before, after FROM audit_record WHERE subject = $1 AND action = $2 ORDER BY id',
    [subject, action],
  );
  return rows;
}

/** Returns the lines of the newest records in the audit log. */
async function newestLines(records: number): Promise<string[]> {
  const { body } = await request(app.server)
    .get(`/settings/v1/organisations/acme/audit-log?limit=${records}`)
    .set({ Authorization: `Bearer ${acmeToken}` });
  return (body as { items: { changes: string[] }[] }).items.flatMap(({ changes }) => changes);
}

async function storedSecrets(slug: string): Promise<{ id: string; secrets: (SealedSecret | null)[] }> {
  const { rows } = await app.pool.query<{ id: string; current: SealedSecret; previous: SealedSecret }>(
    `SELECT id, json_build_object('text', signing_secret, 'keyId', signing_secret_key_id) AS current,
       json_build_object('text', previous_signing_secret, 'keyId', previous_signing_secret_key_id) AS previous
     FROM environment WHERE slug = $1`,
    [slug],
  );
  const { id, current, previous } = rows[0]!;
  return { id, secrets: [current, previous].map((each) => (each.text === null ? null : each)) };
}

async function openedSecrets(slug: string): Promise<(string | null | undefined)[]> {
  const { id, secrets } = await storedSecrets(slug);
  const keys = createSealingKeys(userSigningKey);
  return secrets.map((each) => each && openSecret(each, keys, `environment ${id}`));
}

describe('what an environment says of client keys and datafiles', () => {
  const settings = {
    allowed_origins: ['https://shop.example', 'https://*.shop.example'],
    require_signed_users: true,
    datafile_personal_data: false,
  };

  it('is that everybody may, until it is changed', async () => {
    const created = await web.post('/environments', { slug: 'open' });
    expect(created.body).toEqual({
      slug: 'open',
      name: 'open',
      protected: false,
      ...describeApprovals(noApprovals),
      allowed_origins: ['*'],
      require_signed_users: false,
      datafile_personal_data: true,
      has_signing_secret: false,
      position: 2,
    });
    const changed = await web.patch('/environments/open', settings);
    expect(changed).toMatchObject({ status: 200, body: { ...settings, name: 'open', protected: false } });
    expect(await web.get('/environments/open')).toEqual(changed);
    const { items } = (await web.get('/environments')).body;
    expect(items).toContainEqual(changed.body);
    expect((await web.patch('/environments/open', { name: 'Opened' })).body).toMatchObject(settings);
  });

  it('may be said when it is made', async () => {
    const created = await web.post('/environments', { slug: 'closed', ...settings });
    expect(created).toMatchObject({ status: 201, body: settings });
  });

  it('names origins as browsers send them, each once', async () => {
    const given = ['HTTPS://Shop.example:443', 'https://shop.example', 'http://localhost:3000'];
    const { body } = await web.patch('/environments/staging', { allowed_origins: given });
    expect(body.allowed_origins).toEqual(['https://shop.example', 'http://localhost:3000']);
    expect((await web.patch('/environments/staging', { allowed_origins: [] })).body).toMatchObject({
      allowed_origins: [],
    });
  });

  it.each<[string, object, string[]]>([
    ['a path', { allowed_origins: ['*', 'https://shop.example/'] }, ['allowed_origins[1]']],
    ['an asterisk within', { allowed_origins: ['https://shop.*.example'] }, ['allowed_origins[0]']],
    ['no list', { allowed_origins: '*' }, ['allowed_origins']],
    [
      'an origin that is too long',
      { allowed_origins: [`https://${'a.'.repeat(150)}b`] },
      ['allowed_origins[0]'],
    ],
    [
      'too many origins',
      { allowed_origins: Array.from({ length: 101 }, (_, n) => `https://s${n}`) },
      ['allowed_origins'],
    ],
    [
      'no switches',
      { require_signed_users: 1, datafile_personal_data: 'no' },
      ['datafile_personal_data', 'require_signed_users'],
    ],
  ])('is refused with %s', async (_, body, paths) => {
    expect(getPaths(await web.patch('/environments/staging', body))).toEqual(paths);
  });

  it('has a record in the audit log, and lines for people', async () => {
    await web.post('/environments', { slug: 'told' });
    await web.patch('/environments/told', settings);
    const [record] = await auditOf('web/told', 'environment.updated');
    expect(record).toMatchObject({
      before: { allowed_origins: ['*'], require_signed_users: false },
      after: settings,
    });
    expect(await newestLines(1)).toEqual([
      'environment told: allowed_origins * → https://shop.example, https://*.shop.example',
      'environment told: require_signed_users false → true',
      'environment told: datafile_personal_data true → false',
    ]);
  });

  it('reaches evaluators', async () => {
    const key = '6f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
    await withEvaluator(app, async (evaluator) => {
      await evaluator.accessOf(key);
      await web.patch('/environments/staging', { ...settings, require_signed_users: false });
      await until(async () => !(await evaluator.accessOf(key)).datafilePersonalData);
      expect(await evaluator.accessOf(key)).toMatchObject({
        allowedOrigins: settings.allowed_origins,
        signedUsers: undefined,
      });
      await web.patch('/environments/staging', { require_signed_users: true });
      await until(async () => (await evaluator.accessOf(key)).signedUsers !== undefined);
      expect((await evaluator.accessOf(key)).signedUsers).toEqual({ secrets: [] });
      const { body } = await web.post('/environments/staging/signing-secret');
      await until(async () => (await evaluator.accessOf(key)).signedUsers?.secrets.length === 1);
      const { id } = await storedSecrets('staging');
      const [sealed] = (await evaluator.accessOf(key)).signedUsers!.secrets;
      expect(openSecret(sealed!, createSealingKeys(userSigningKey), `environment ${id}`)).toBe(body.secret);
    });
  });

  it('that evaluators do not read gives no new version', async () => {
    await web.post('/environments', { slug: 'quiet' });
    const version = async () =>
      (await app.pool.query(`SELECT version FROM environment WHERE slug = 'quiet'`)).rows[0]
        .version as string;
    const before = await version();
    await web.patch('/environments/quiet', { name: 'Still', protected: true });
    await web.post('/environments/quiet/signing-secret');
    expect(await version()).toBe(before);
    await web.patch('/environments/quiet', { allowed_origins: [] });
    expect(await version()).toBe(String(Number(before) + 1));
  });
});

describe('the secret that signs users', () => {
  it('is shown once, and stored sealed', async () => {
    await web.post('/environments', { slug: 'signed' });
    const made = await web.post('/environments/signed/signing-secret');
    expect(made).toMatchObject({
      status: 201,
      body: { secret: expect.stringMatching(/^bus_[0-9a-f]{64}$/), created_at: expect.any(String) },
    });
    expect(await openedSecrets('signed')).toEqual([made.body.secret, null]);
    const { secrets } = await storedSecrets('signed');
    expect(secrets[0]!.text).not.toContain('bus_');
    const environment = await web.get('/environments/signed');
    expect(environment.body.has_signing_secret).toBe(true);
    expect(JSON.stringify(environment.body)).not.toContain('bus_');
  });

  it('goes on verifying until the next but one is made', async () => {
    await web.post('/environments', { slug: 'rotated' });
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      made.push((await web.post('/environments/rotated/signing-secret')).body.secret as string);
      expect(await openedSecrets('rotated')).toEqual([made[n], made[n - 1] ?? null]);
    }
    expect(new Set(made).size).toBe(3);
  });

  it('is in the audit log by the time it was made, without anything of the secret', async () => {
    await web.post('/environments', { slug: 'audited' });
    const first = (await web.post('/environments/audited/signing-secret')).body;
    const second = (await web.post('/environments/audited/signing-secret')).body;
    const created = await auditOf('web/audited', 'signing_secret.created');
    const updated = await auditOf('web/audited', 'signing_secret.updated');
    expect([created, updated]).toMatchObject([
      [{ before: null, after: { created_at: first.created_at } }],
      [{ before: { created_at: first.created_at }, after: { created_at: second.created_at } }],
    ]);
    const lines = await newestLines(2);
    expect(lines).toEqual([
      `signing secret of audited: created_at ${first.created_at} → ${second.created_at}`,
      'signing secret of audited: created',
    ]);
    expect(JSON.stringify([created, updated, lines])).not.toContain('bus_');
  });

  it('is in no export', async () => {
    await web.post('/environments/staging/signing-secret');
    const { body } = await web.get('/export');
    expect(JSON.stringify(body)).not.toMatch(/bus_|secret"/);
  });

  it('of an installation without a key before is sealed by any change to its environment', async () => {
    await web.post('/environments', { slug: 'plain' });
    await web.post('/environments/plain/signing-secret');
    await app.pool.query(
      `UPDATE environment SET signing_secret = 'bus_plain', signing_secret_key_id = NULL,
         previous_signing_secret = 'bus_older', previous_signing_secret_key_id = NULL WHERE slug = 'plain'`,
    );
    expect((await web.patch('/environments/plain', {})).status).toBe(200);
    expect(await openedSecrets('plain')).toEqual(['bus_plain', 'bus_older']);
    const { secrets } = await storedSecrets('plain');
    for (const sealed of secrets) expect(sealed!.keyId).not.toBeNull();
    await web.patch('/environments/plain', {});
    expect((await storedSecrets('plain')).secrets).toEqual(secrets);
  });

  it('of an environment that does not exist is 404', async () => {
    expect((await web.post('/environments/nowhere/signing-secret')).status).toBe(404);
  });
});
