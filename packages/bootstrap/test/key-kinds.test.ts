import { describe, expect, it } from '@jest/globals';
import { keyKinds } from '@bunting/definitions';
import { useInstallation } from './installation.ts';
import { productionKey, project, shopWith } from './shop-document.ts';

const installation = useInstallation();

const keysPath = `${project}.environments[0].api_keys`;
const withKeys = (...keys: unknown[]) => shopWith({ [keysPath]: keys as never });
const stored = () =>
  installation.rows('SELECT kind, name, last_four FROM environment_key ORDER BY last_four');

describe('the kind of a key of a document', () => {
  it('is server unless it says another one', async () => {
    const keys = keyKinds.map((kind, index) => ({ key: productionKey.replace(/.$/, String(index)), kind }));
    await installation.apply(withKeys(productionKey, ...keys));
    expect(await stored()).toEqual([
      { kind: 'server', name: null, last_four: '4e50' },
      { kind: 'client', name: null, last_four: '4e51' },
      { kind: 'datafile', name: null, last_four: '4e52' },
      { kind: 'server', name: null, last_four: '4e5f' },
    ]);
    const again = await installation.apply(withKeys(productionKey, ...keys));
    expect(again.recorded).toEqual([]);
  });

  it.each(
    keyKinds.flatMap((kind) => keyKinds.filter((other) => other !== kind).map((other) => [kind, other])),
  )('never changes: from %s to %s', async (kind, other) => {
    await installation.apply(withKeys({ key: productionKey, kind }));
    const problems = await installation.problemsOf(withKeys({ key: productionKey, kind: other }));
    expect(problems).toEqual([
      { path: `${keysPath}[0]`, message: `is a ${kind} key, and a key can't change its kind` },
    ]);
    expect(await stored()).toMatchObject([{ kind }]);
  });

  it.each(keyKinds)('does not let a key be in two environments: %s', async (kind) => {
    await installation.apply(withKeys({ key: productionKey, kind }));
    const elsewhere = shopWith({
      [keysPath]: [],
      [`${project}.environments[1].api_keys`]: [{ key: productionKey, kind: 'client' }] as never,
    });
    expect(await installation.problemsOf(elsewhere)).toEqual([
      { path: `${project}.environments[1].api_keys[0]`, message: 'belongs to acme/web/production' },
    ]);
  });

  it('stays with its name, and a revoked client key stays revoked', async () => {
    const client = { key: productionKey, kind: 'client' };
    await installation.apply(withKeys({ ...client, name: 'Browsers' }));
    expect((await installation.apply(withKeys(client))).recorded).toEqual([]);
    await installation.rows('UPDATE environment_key SET revoked_at = now()');
    const { recorded, warnings } = await installation.apply(withKeys(client));
    expect([recorded, warnings]).toEqual([
      [],
      [{ path: `${keysPath}[0]`, message: expect.stringContaining('was revoked') }],
    ]);
  });

  it('made up for an environment that names no key is server', async () => {
    const { generated } = await installation.apply(shopWith({ [keysPath]: undefined }));
    expect(generated[0]?.value).toMatch(/^.{14}4/);
    expect(await stored()).toMatchObject([{ kind: 'server' }]);
  });

  it('of a client is in the fragment of access apart from the others', async () => {
    await installation.apply(withKeys({ key: productionKey, kind: 'client' }));
    const [access] = await installation.rows<{ document: object }>(
      `SELECT document FROM datafile_fragment JOIN environment ON environment.id = environment_id
       WHERE kind = 'access' AND slug = 'production'`,
    );
    expect(access?.document).toMatchObject({ key_hashes: [], client_key_hashes: [expect.any(String)] });
  });
});
