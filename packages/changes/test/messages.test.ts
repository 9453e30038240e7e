import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import type { EndpointFormat } from '@bunting/webhooks';
import type { ChangeTransaction } from '../src/change-transaction.ts';
import { changeFeatures } from '../src/features/change-features.ts';
import { changeSegments } from '../src/projects/segments.ts';
import { runChange } from '../src/run-change.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { toChangeContext } from './edit-shop.ts';
import { createEndpoint } from './listener.ts';
import { createShop, type Shop, type Stored } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
});
afterEach(() => shop.end());

const publicUrl = 'https://flags.acme.example';

async function change(
  work: (transaction: ChangeTransaction, stored: Stored) => Promise<void>,
  comment?: string,
): Promise<void> {
  await runChange({ ...toChangeContext(shop), publicUrl, comment }, async (transaction) =>
    work(transaction, await shop.read(transaction)),
  );
}

async function bodiesOf({ id }: { readonly id: string }): Promise<string[]> {
  const { rows } = await shop.pool.query<{ body: string }>(
    'SELECT body FROM webhook_delivery WHERE webhook_endpoint_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ body }) => body);
}

const endpointOf = (format: EndpointFormat) => createEndpoint(shop, ['*'], { format });
const slackTexts = async (endpoint: { readonly id: string }) =>
  (await bodiesOf(endpoint)).map((body) => (JSON.parse(body) as { text: string }).text);

describe('a message', () => {
  it('is written in the format of each endpoint, with the comment and a link', async () => {
    const [bunting, slack, teams] = [
      await endpointOf('bunting'),
      await endpointOf('slack'),
      await endpointOf('teams'),
    ];
    await change(async (transaction, { project, feature }) => {
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, name: 'Till' } }]);
    }, 'As <@U1> asked');
    expect(JSON.parse((await bodiesOf(bunting))[0]!)).toMatchObject({
      type: 'feature.updated',
      organisation: 'acme',
      data: { comment: 'As <@U1> asked' },
    });
    const link = `${publicUrl}/o/acme/p/web/features/checkout`;
    const [slackBody = ''] = await bodiesOf(slack);
    expect(await slackTexts(slack)).toEqual([
      '*ada@acme.example updated the feature Till*\n• name "Checkout" → "Till"\n> As &lt;@U1&gt; asked',
    ]);
    expect(slackBody).toContain(`acme / web · <${link}|Open in Bunting>`);
    const [teamsBody = ''] = await bodiesOf(teams);
    expect(teamsBody).toContain('"As <@U1> asked"');
    expect(teamsBody).toContain(`"url":"${link}"`);
  });

  it('has the differences of what it is about, however often that changed', async () => {
    const slack = await endpointOf('slack');
    await change(async (transaction, { project, feature, served }) => {
      const { environment } = shop;
      const between = { ...served, targeting: { enabled: false, rules: [] } };
      const after = {
        ...served,
        targeting: { enabled: true, rules: [] },
        defaults: new Map([['layout', 'new']]),
      };
      await changeServing(transaction, project, [{ feature, environment, before: served, after: between }]);
      await changeServing(transaction, project, [{ feature, environment, before: between, after }]);
    });
    expect(await slackTexts(slack)).toEqual([
      '*ada@acme.example changed the targeting of Checkout in live*\n• targeting: created, off\n• targeting: off → on',
      '*ada@acme.example set the default of layout in live to new*\n• default of layout: old → new',
    ]);
  });

  it('about a targeting names the segment that changed', async () => {
    const segment = { id: newId(), slug: 'canada', name: 'Canada', anyOf: [] };
    await change(async (transaction, { project, feature, served }) => {
      await changeSegments(transaction, project, [{ after: segment }]);
      const any_of = [
        { all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] } as const] },
      ];
      const rule = { id: newId(), name: '', any_of, serve: { variation: 'new' } };
      const after = { ...served, targeting: { enabled: true, rules: [rule] } };
      await changeServing(transaction, project, [
        { feature, environment: shop.environment, before: served, after },
      ]);
    });
    const slack = await endpointOf('slack');
    await change(async (transaction, { project }) => {
      const anyOf = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] } as const] }];
      await changeSegments(transaction, project, [{ before: segment, after: { ...segment, anyOf } }]);
    });
    expect(await slackTexts(slack)).toEqual([
      '*ada@acme.example changed the targeting of Checkout in live*\n• segment canada: for everyone → country is CA',
    ]);
  });
});

describe('a change request', () => {
  const changeRequest = {
    number: 42,
    title: 'One page',
    project: 'web',
    author: 'ada@acme.example',
    status: 'open',
    stage: 'waiting',
    environments: ['live'],
  };
  const open = (context: object = {}) =>
    runChange({ ...toChangeContext(shop), ...context }, async ({ recorded }) => {
      recorded.push({
        organisationId: shop.organisation.id,
        action: 'change_request.opened',
        subject: 'web/42',
        before: null,
        after: {},
        event: {
          kind: 'change_request',
          verb: 'opened',
          changeRequest,
          lines: ['targeting of checkout in live: off → on'],
        },
      });
    });

  it('is told with its page', async () => {
    const [bunting, slack] = [await endpointOf('bunting'), await endpointOf('slack')];
    await open({ publicUrl });
    const url = `${publicUrl}/o/acme/p/web/change-requests/42`;
    expect(JSON.parse((await bodiesOf(bunting))[0]!)).toMatchObject({
      type: 'change_request.opened',
      data: { change_request: { ...changeRequest, url }, actor: 'ada@acme.example' },
    });
    expect(await slackTexts(slack)).toEqual([
      '*ada@acme.example opened change request #42: One page*\n• Waiting for approvals, in live\n• targeting of checkout in live: off → on',
    ]);
  });

  it('has no page where the installation does not know its address', async () => {
    const bunting = await endpointOf('bunting');
    await open();
    expect(JSON.parse((await bodiesOf(bunting))[0]!)).toMatchObject({
      data: { change_request: { url: null } },
    });
  });
});
