import { describe, expect, it } from '@jest/globals';
import { useInstallation } from './installation.ts';
import { project, shopDocument, shopWith } from './shop-document.ts';

const installation = useInstallation();

const production = `${project}.environments[0]`;
const stored = async () =>
  (
    await installation.rows(
      `SELECT allowed_origins, require_signed_users, datafile_personal_data FROM environment WHERE slug = 'production'`,
    )
  )[0];
const settings = {
  [`${production}.allowed_origins`]: ['HTTPS://shop.example', 'https://*.shop.example'],
  [`${production}.require_signed_users`]: true,
  [`${production}.datafile_personal_data`]: false,
};
const applied = {
  allowed_origins: ['https://shop.example', 'https://*.shop.example'],
  require_signed_users: true,
  datafile_personal_data: false,
};

describe('what a document says of client keys and datafiles of an environment', () => {
  it('is that everybody may where it says nothing', async () => {
    await installation.apply(shopDocument());
    expect(await stored()).toEqual({
      allowed_origins: ['*'],
      require_signed_users: false,
      datafile_personal_data: true,
    });
  });

  it('is stored as browsers send it, and stays where a later one leaves it out', async () => {
    await installation.apply(shopWith(settings));
    expect(await stored()).toEqual(applied);
    expect((await installation.apply(shopDocument())).recorded).toEqual([]);
    expect((await installation.apply(shopWith(settings))).recorded).toEqual([]);
    const { recorded } = await installation.apply(shopWith({ [`${production}.allowed_origins`]: [] }));
    expect(recorded).toMatchObject([
      {
        action: 'environment.updated',
        before: { allowed_origins: applied.allowed_origins },
        after: { ...applied, allowed_origins: [] },
      },
    ]);
  });

  it('leaves the secret alone that signs users', async () => {
    await installation.apply(shopWith(settings));
    await installation.rows(
      `UPDATE environment SET signing_secret = 'bus_a', signing_secret_created_at = now()`,
    );
    const { generated, recorded } = await installation.apply(
      shopWith({ ...settings, [`${production}.name`]: 'Live' }),
    );
    expect([generated, recorded.map(({ action }) => action)]).toEqual([[], ['environment.updated']]);
    expect(await installation.rows('SELECT DISTINCT signing_secret FROM environment')).toEqual([
      { signing_secret: 'bus_a' },
    ]);
  });
});
