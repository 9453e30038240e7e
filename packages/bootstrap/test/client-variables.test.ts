import { describe, expect, it } from '@jest/globals';
import { exportProject } from '@bunting/bootstrap';
import { withTransaction } from '@bunting/database';
import { useInstallation } from './installation.ts';
import { checkout, project, shopDocument, shopWith } from './shop-document.ts';

const installation = useInstallation();

const marks = async () =>
  Object.fromEntries(
    (
      await installation.rows<{ slug: string; client: boolean }>(
        'SELECT slug, client FROM variable WHERE deleted_at IS NULL',
      )
    ).map(({ slug, client }) => [slug, client]),
  );
const unmarked = { 'checkout-enabled': false, 'checkout-layout': false };
const byDefault = `${project}.client_by_default`;
const marked = `${checkout}.variables[1].client`;

describe('variables of a document', () => {
  it('are not for client keys unless they or their project say so', async () => {
    await installation.apply(shopDocument());
    expect(await marks()).toMatchObject(unmarked);
  });

  it('are for client keys where they say so, and stay so where they say nothing', async () => {
    await installation.apply(shopWith({ [marked]: true }));
    expect(await marks()).toMatchObject({ ...unmarked, 'checkout-layout': true });
    expect((await installation.apply(shopDocument())).recorded).toEqual([]);
    const { recorded } = await installation.apply(shopWith({ [marked]: false }));
    expect(recorded.map(({ action }) => action)).toEqual(['feature.updated']);
    expect(await marks()).toMatchObject(unmarked);
  });

  it('take what the project says of new ones; those that are there stay as they are', async () => {
    await installation.apply(shopDocument());
    const { recorded } = await installation.apply(shopWith({ [byDefault]: true }));
    expect(recorded).toMatchObject([
      { action: 'project.updated', before: { client_by_default: false }, after: { client_by_default: true } },
    ]);
    expect(await marks()).toMatchObject(unmarked);
    await installation.apply(
      shopWith({
        [`${project}.features[2]`]: {
          slug: 'new',
          variables: [
            { slug: 'new-one', type: 'string' },
            { slug: 'inner', type: 'string', client: false },
          ],
        },
      }),
    );
    expect(await marks()).toMatchObject({ ...unmarked, 'new-one': true, inner: false });
  });

  it('are exported with what they are, so that an import elsewhere makes them the same', async () => {
    await installation.apply(shopWith({ [byDefault]: true, [marked]: false }));
    const [stored] = await installation.rows<{ id: string }>('SELECT id FROM project');
    const exported = await withTransaction(installation.pool, (client) =>
      exportProject(
        { client },
        { id: stored!.id, slug: 'web', name: 'Web', clientByDefault: true, naming: null, advice: null },
      ),
    );
    expect(exported.client_by_default).toBe(true);
    const { variables } = exported.features.find(({ slug }) => slug === 'checkout')!;
    expect(variables).toEqual([
      { slug: 'checkout-enabled', type: 'boolean', client: true, description: '', constraints: null },
      { slug: 'checkout-layout', type: 'string', client: false, description: '', constraints: null },
    ]);
  });
});
