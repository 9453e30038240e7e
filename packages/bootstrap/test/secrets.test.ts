import { describe, expect, it } from '@jest/globals';
import { verifyPassword } from '@bunting/changes';
import { createSealingKeys, openSecret } from '@bunting/webhooks';
import { createHash } from 'node:crypto';
import { useInstallation } from './installation.ts';
import {
  ciToken,
  hookSecret,
  organisation,
  ownerPassword,
  productionKey,
  project,
  shopDocument,
  shopWith,
} from './shop-document.ts';

const installation = useInstallation();

const secretsEncryptionKey = 'a key of thirty-two characters or so';

const withoutSecrets = shopWith({
  [`${organisation}.members[1].password`]: undefined,
  [`${organisation}.api_tokens[0].token`]: undefined,
  [`${organisation}.webhook_endpoints[0].secret`]: undefined,
  [`${project}.environments[0].api_keys`]: undefined,
});

async function passwordHash(email: string): Promise<string> {
  const [row] = await installation.rows<{ hash: string }>(
    `SELECT password_hash AS hash FROM identity JOIN account ON account.id = account_id
     WHERE email = $1 AND provider_id = 'credential' AND provider_account_id = account.id::text`,
    email,
  );
  return row?.hash ?? '';
}

describe('secrets that the document gives', () => {
  it('are nowhere in the database, only their hashes', async () => {
    const { generated } = await installation.apply(shopDocument(), { secretsEncryptionKey });
    expect(generated).toEqual([]);
    const dump = await installation.dump();
    for (const secret of [productionKey, ciToken, ownerPassword, hookSecret])
      expect(dump).not.toContain(secret);
    for (const secret of [productionKey, ciToken]) {
      expect(dump).toContain(createHash('sha256').update(secret).digest('hex'));
    }
  });

  it('are what people sign in and callers call with', async () => {
    await installation.apply(shopDocument());
    expect(await verifyPassword(ownerPassword, await passwordHash('owner@acme.example'))).toBe(true);
    expect(await installation.rows('SELECT last_four FROM environment_key')).toEqual([{ last_four: '4e5f' }]);
    expect(await installation.rows('SELECT last_four, scopes FROM api_token')).toEqual([
      { last_four: 'stuv', scopes: ['code_references'] },
    ]);
  });

  it('replace those that are there', async () => {
    await installation.apply(shopDocument());
    const otherToken = ciToken.replace('ci', 'cd');
    const { recorded } = await installation.apply(
      shopWith({
        [`${organisation}.members[0].password`]: 'another password',
        [`${organisation}.api_tokens[0].token`]: otherToken,
        [`${organisation}.webhook_endpoints[0].secret`]: 'whsec_other',
      }),
    );
    expect(recorded.map(({ action }) => action)).toEqual([
      'account.updated',
      'api_token.updated',
      'webhook_endpoint.updated',
    ]);
    expect(await verifyPassword('another password', await passwordHash('owner@acme.example'))).toBe(true);
    expect(
      await installation.rows('SELECT token_hash AS hash, secret FROM api_token, webhook_endpoint'),
    ).toEqual([{ hash: createHash('sha256').update(otherToken).digest('hex'), secret: 'whsec_other' }]);
  });
});

describe('secrets that the document leaves out', () => {
  it('are generated, told once with their paths, and valid', async () => {
    const { generated } = await installation.apply(withoutSecrets);
    expect(generated).toEqual([
      {
        path: `${organisation}.members[1].password`,
        kind: 'password',
        subject: 'dev@acme.example',
        value: expect.stringMatching(/^[\w-]{24}$/),
      },
      {
        path: `${organisation}.api_tokens[0].token`,
        kind: 'api_token',
        subject: 'acme: ci',
        value: expect.stringMatching(/^rpa_[\w-]{43}$/),
      },
      {
        path: `${organisation}.webhook_endpoints[0].secret`,
        kind: 'signing_secret',
        subject: 'https://hooks.acme.example/flags',
        value: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      },
      {
        path: `${project}.environments[0].api_keys[0]`,
        kind: 'api_key',
        subject: 'acme/web/production',
        value: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      },
    ]);
    const [password, token, , key] = generated.map(({ value }) => value) as [string, string, string, string];
    expect(await verifyPassword(password, await passwordHash('dev@acme.example'))).toBe(true);
    const dump = await installation.dump();
    for (const secret of [token, key]) {
      expect(dump).not.toContain(secret);
      expect(dump).toContain(createHash('sha256').update(secret).digest('hex'));
    }
  });

  it('are not generated again, nor where the document gave them before', async () => {
    await installation.apply(withoutSecrets);
    expect(await installation.apply(withoutSecrets)).toEqual({
      generated: [],
      recorded: [],
      publications: [],
      deliveries: [],
    });
    await installation.apply(shopDocument());
    expect(await installation.apply(withoutSecrets)).toEqual({
      generated: [],
      recorded: [],
      publications: [],
      deliveries: [],
    });
  });

  it('are not generated for an environment whose list of keys is empty', async () => {
    const { generated } = await installation.apply(shopWith({ [`${project}.environments[0].api_keys`]: [] }));
    expect(generated).toEqual([]);
  });

  it('are not generated for somebody who has an account', async () => {
    await installation.apply(shopDocument());
    const { generated } = await installation.apply({
      organisations: [{ slug: 'other', members: [{ email: 'OWNER@acme.example', role: 'viewer' }] }],
    });
    expect(generated).toEqual([]);
    expect(await installation.rows('SELECT FROM account')).toHaveLength(2);
    expect(await installation.rows('SELECT FROM member')).toHaveLength(3);
  });
});

describe('signing secrets', () => {
  async function stored() {
    const [row] = await installation.rows<{ text: string; keyId: string | null }>(
      'SELECT secret AS text, secret_key_id AS "keyId" FROM webhook_endpoint',
    );
    return row ?? { text: '', keyId: null };
  }

  async function opened(key: string) {
    const [row] = await installation.rows<{ id: string }>('SELECT id FROM webhook_endpoint');
    return openSecret(await stored(), createSealingKeys(key), row!.id);
  }

  it('are encrypted under SECRETS_ENCRYPTION_KEY, and stay so when the document is applied again', async () => {
    await installation.apply(shopDocument(), { secretsEncryptionKey });
    expect(await opened(secretsEncryptionKey)).toBe(hookSecret);
    expect((await installation.apply(shopDocument(), { secretsEncryptionKey })).recorded).toEqual([]);
  });

  it('are stored as they are without one, and encrypted as soon as there is one', async () => {
    await installation.apply(withoutSecrets);
    const { text: secret, keyId } = await stored();
    expect([secret, keyId]).toEqual([expect.stringMatching(/^whsec_/), null]);
    await installation.apply(withoutSecrets, { secretsEncryptionKey });
    expect(await opened(secretsEncryptionKey)).toBe(secret);
  });

  it('are encrypted anew with a new key, if the previous one is given', async () => {
    await installation.apply(shopDocument(), { secretsEncryptionKey });
    const newer = 'newer random text for the same purpose';
    await installation.apply(withoutSecrets, {
      secretsEncryptionKey: newer,
      previousSecretsEncryptionKey: secretsEncryptionKey,
    });
    expect(await opened(newer)).toBe(hookSecret);
  });

  it('that another key encrypted are left alone unless the document gives them', async () => {
    await installation.apply(shopDocument(), { secretsEncryptionKey });
    expect((await installation.apply(withoutSecrets)).recorded).toEqual([]);
    await installation.apply(shopDocument());
    expect(await stored()).toEqual({ text: hookSecret, keyId: null });
  });
});

describe('an organisation token', () => {
  it('was made by whom the document names, else by the first owner', async () => {
    const token = { name: 'second', scopes: ['settings'], created_by: 'DEV@acme.example' };
    await installation.apply(shopWith({ [`${organisation}.api_tokens[1]`]: token }));
    expect(
      await installation.rows(
        'SELECT api_token.name, email FROM api_token JOIN account ON account.id = created_by_id ORDER BY api_token.id',
      ),
    ).toEqual([
      { name: 'ci', email: 'owner@acme.example' },
      { name: 'second', email: 'dev@acme.example' },
    ]);
  });

  it('is revoked when the document says so, and valid again when it says that', async () => {
    const revoked = shopWith({ [`${organisation}.api_tokens[0].revoked`]: true });
    const isRevoked = () => installation.rows('SELECT revoked_at IS NOT NULL AS revoked FROM api_token');
    await installation.apply(revoked);
    expect(await isRevoked()).toEqual([{ revoked: true }]);
    expect((await installation.apply(revoked)).recorded).toEqual([]);
    await installation.apply(shopDocument());
    expect(await isRevoked()).toEqual([{ revoked: true }]);
    await installation.apply(shopWith({ [`${organisation}.api_tokens[0].revoked`]: false }));
    expect(await isRevoked()).toEqual([{ revoked: false }]);
  });
});
