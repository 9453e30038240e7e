import { describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import { createSealingKeys, openSecret } from '@bunting/sealed-secrets';
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

const asServices = { passwordHashes: undefined }; // not as cheaply as other tests
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
  it('are stored only as hashes', async () => {
    const options = { ...asServices, secretsEncryptionKey };
    expect((await installation.apply(shopDocument(), options)).generated).toEqual([]);
    const dump = await installation.dump();
    for (const secret of [productionKey, ciToken, ownerPassword, hookSecret])
      expect(dump).not.toContain(secret);
    for (const secret of [productionKey, ciToken]) {
      expect(dump).toContain(createHash('sha256').update(secret).digest('hex'));
    }
  });

  it('are valid for sign-in and requests', async () => {
    await installation.apply(shopDocument(), asServices);
    expect(await scryptHashes.verify(ownerPassword, await passwordHash('owner@acme.example'))).toBe(true);
    expect(await installation.rows('SELECT last_four FROM environment_key')).toEqual([{ last_four: '4e5f' }]);
    expect(await installation.rows('SELECT last_four, scopes FROM api_token')).toEqual([
      { last_four: 'stuv', scopes: ['code_references'] },
    ]);
  });

  it('name and rename an environment key; without a name it keeps the stored one', async () => {
    const keys = `${project}.environments[0].api_keys`;
    const names = () => installation.rows('SELECT name, last_four, created_by_id FROM environment_key');
    const named = (name: string) => [{ key: productionKey, name }];
    await installation.apply(shopWith({ [keys]: named('Checkout') }));
    const stored = { name: 'Checkout', last_four: '4e5f', created_by_id: null };
    expect(await names()).toEqual([stored]);
    await installation.apply(shopWith({ [keys]: [productionKey] }));
    await installation.apply(shopWith({ [keys]: [{ key: productionKey.toUpperCase() }] }));
    expect(await names()).toEqual([stored]);
    const { recorded } = await installation.apply(shopWith({ [keys]: named('Checkout, server') }));
    expect(await names()).toEqual([{ ...stored, name: 'Checkout, server' }]);
    expect(recorded).toMatchObject([
      {
        action: 'environment_key.updated',
        before: { name: 'Checkout' },
        after: { name: 'Checkout, server' },
      },
    ]);
  });

  it('replace the stored ones', async () => {
    await installation.apply(shopDocument());
    const otherToken = ciToken.replace('ci', 'cd');
    const { recorded } = await installation.apply(
      shopWith({
        [`${organisation}.api_tokens[0].token`]: otherToken,
        [`${organisation}.webhook_endpoints[0].secret`]: 'whsec_other',
      }),
    );
    expect(recorded.map(({ action }) => action)).toEqual(['api_token.updated', 'webhook_endpoint.updated']);
    expect(
      await installation.rows('SELECT token_hash AS hash, secret FROM api_token, webhook_endpoint'),
    ).toEqual([{ hash: createHash('sha256').update(otherToken).digest('hex'), secret: 'whsec_other' }]);
  });
});

describe('a password that the document gives', () => {
  const path = `${organisation}.members[0].password`;
  const message = "differs from the existing account's, which stays unchanged";

  it('is set only for a new account; an existing one keeps its password, with a warning', async () => {
    await installation.apply(shopDocument(), asServices);
    const changed = shopWith({ [path]: 'another password' });
    const applied = await installation.apply(changed, asServices);
    expect(applied).toMatchObject({ recorded: [], warnings: [{ path, message }] });
    expect(await scryptHashes.verify(ownerPassword, await passwordHash('owner@acme.example'))).toBe(true);
  });

  it('is not set for an account that only signs in at a provider', async () => {
    await installation.apply(shopDocument());
    await installation.rows('DELETE FROM identity');
    const { recorded, warnings } = await installation.apply(shopDocument());
    expect(recorded).toEqual([]);
    expect(warnings.map((each) => each.path)).toEqual([path, `${organisation}.members[1].password`]);
    expect(await installation.rows('SELECT FROM identity')).toEqual([]);
  });

  it('does not sign out a member who has chosen another one since', async () => {
    await installation.apply(shopDocument());
    await installation.rows(
      `INSERT INTO session (id, account_id, token, expires_at)
       SELECT gen_random_uuid(), id, email, now() + interval '1 day' FROM account`,
    );
    await installation.apply(shopWith({ [path]: 'another password' }));
    expect(await installation.rows('SELECT FROM session')).toHaveLength(2);
  });
});

describe('an environment key that was revoked', () => {
  it('stays revoked when the document names it again, with a warning', async () => {
    await installation.apply(shopDocument());
    await installation.rows('UPDATE environment_key SET revoked_at = now()');
    const { recorded, warnings } = await installation.apply(shopDocument());
    expect(recorded).toEqual([]);
    const message = 'was revoked: remove it, or set a new one';
    expect(warnings).toEqual([{ path: `${project}.environments[0].api_keys[0]`, message }]);
    expect(await installation.rows('SELECT FROM environment_key WHERE revoked_at IS NULL')).toEqual([]);
  });
});

describe('secrets that the document leaves out', () => {
  it('are generated, reported once with their paths, and valid', async () => {
    const { generated } = await installation.apply(withoutSecrets, asServices);
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
    expect(await scryptHashes.verify(password, await passwordHash('dev@acme.example'))).toBe(true);
    const dump = await installation.dump();
    for (const secret of [token, key]) {
      expect(dump).not.toContain(secret);
      expect(dump).toContain(createHash('sha256').update(secret).digest('hex'));
    }
  });

  it('are not generated again, nor if an earlier document gave them', async () => {
    await installation.apply(withoutSecrets);
    expect(await installation.apply(withoutSecrets)).toEqual({
      generated: [],
      warnings: [],
      recorded: [],
      publications: [],
      deliveries: [],
    });
    await installation.apply(shopDocument());
    expect(await installation.apply(withoutSecrets)).toEqual({
      generated: [],
      warnings: [],
      recorded: [],
      publications: [],
      deliveries: [],
    });
  });

  it('are not generated for an environment whose list of keys is empty', async () => {
    const { generated } = await installation.apply(shopWith({ [`${project}.environments[0].api_keys`]: [] }));
    expect(generated).toEqual([]);
  });

  it('are not generated for an existing account', async () => {
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
    return openSecret(await stored(), createSealingKeys(key), `webhook endpoint ${row!.id}`);
  }

  it('are encrypted under SECRETS_ENCRYPTION_KEY, also after the document is applied again', async () => {
    await installation.apply(shopDocument(), { secretsEncryptionKey });
    expect(await opened(secretsEncryptionKey)).toBe(hookSecret);
    expect((await installation.apply(shopDocument(), { secretsEncryptionKey })).recorded).toEqual([]);
  });

  it('are stored as they are without a key, and encrypted once there is one', async () => {
    await installation.apply(withoutSecrets);
    const { text: secret, keyId } = await stored();
    expect([secret, keyId]).toEqual([expect.stringMatching(/^whsec_/), null]);
    await installation.apply(withoutSecrets, { secretsEncryptionKey });
    expect(await opened(secretsEncryptionKey)).toBe(secret);
  });

  it('are encrypted again with a new key, if the previous one is given', async () => {
    await installation.apply(shopDocument(), { secretsEncryptionKey });
    const newer = 'newer random text for the same purpose';
    await installation.apply(withoutSecrets, {
      secretsEncryptionKey: newer,
      previousSecretsEncryptionKey: secretsEncryptionKey,
    });
    expect(await opened(newer)).toBe(hookSecret);
  });

  it('that another key encrypted are kept unless the document gives them', async () => {
    await installation.apply(shopDocument(), { secretsEncryptionKey });
    expect((await installation.apply(withoutSecrets)).recorded).toEqual([]);
    await installation.apply(shopDocument());
    expect(await stored()).toEqual({ text: hookSecret, keyId: null });
  });
});

describe('an organisation token', () => {
  it('belongs to the member that the document names, otherwise to the first owner', async () => {
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

  const isRevoked = () =>
    installation.rows('SELECT last_four, revoked_at IS NOT NULL AS revoked FROM api_token ORDER BY id');
  const path = `${organisation}.api_tokens[0]`;
  const warnings = [{ path, message: 'was revoked: remove it, or set another token' }];

  it('is revoked by the document, and stays revoked by later documents, with a warning', async () => {
    const revoked = shopWith({ [`${path}.revoked`]: true });
    await installation.apply(revoked);
    expect(await isRevoked()).toEqual([{ last_four: 'stuv', revoked: true }]);
    expect(await installation.apply(revoked)).toMatchObject({ recorded: [], warnings: [] });
    for (const says of [undefined, false]) {
      const again = await installation.apply(shopWith({ [`${path}.revoked`]: says }));
      expect(again).toMatchObject({ recorded: [], warnings });
    }
    const unnamed = await installation.apply(shopWith({ [`${path}.token`]: undefined }));
    expect(unnamed).toMatchObject({ recorded: [], generated: [], warnings });
    expect(await isRevoked()).toEqual([{ last_four: 'stuv', revoked: true }]);
  });

  it('that was revoked can be replaced by another with its name, and stays revoked under the old document', async () => {
    await installation.apply(shopDocument());
    await installation.rows('UPDATE api_token SET revoked_at = now()');
    const other = shopWith({ [`${path}.token`]: `${ciToken.slice(0, -4)}wxyz` });
    expect((await installation.apply(other)).warnings).toEqual([]);
    expect(await installation.apply(other)).toMatchObject({ recorded: [], warnings: [] });
    expect(await installation.apply(shopDocument())).toMatchObject({ recorded: [], warnings });
    expect(await isRevoked()).toMatchObject([{ revoked: true }, { revoked: false }]);
  });
});
