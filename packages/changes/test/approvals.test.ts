import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApprovalRequired } from '../src/approvals/approval-errors.ts';
import { ApprovedRequest, type Passage } from '../src/approvals/passage.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { runChange, type ChangeContext } from '../src/run-change.ts';
import { toChangeContext } from './edit-shop.ts';
import { createShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  await shop.pool.query(
    'UPDATE environment SET protected = true, required_approvals = 2, comment_required = true',
  );
});
afterAll(() => shop.end());

/** Serves another default in the shop's environment. */
function serve(passage: Passage | undefined, context: Partial<ChangeContext> = {}) {
  return runChange({ ...toChangeContext(shop), passage, ...context }, async (transaction) => {
    const { project, feature, served: before } = await shop.read(transaction);
    const variation = before.defaults.get('layout') === 'old' ? 'new' : 'old';
    const after = { ...before, defaults: new Map([['layout', variation]]) };
    await changeServing(transaction, project, [{ feature, environment: shop.environment, before, after }]);
  });
}

describe('a change where two approvals are required', () => {
  it('is made as the application of a request that has them, without a comment', async () => {
    const asked: string[][] = [];
    const request = new ApprovedRequest(async ({ recorded }, environments) => {
      asked.push(environments.map(({ slug, requiredApprovals }) => `${slug} ${requiredApprovals}`));
      expect(recorded).toHaveLength(1);
      return [];
    });
    expect((await serve(request)).recorded).toHaveLength(1);
    expect(asked).toEqual([['live 2']]);
  });

  it('is not made as that of a request that lacks them', async () => {
    const request = new ApprovedRequest(async (_, environments) => environments);
    await expect(serve(request)).rejects.toThrow(ApprovalRequired);
  });

  it('is not made without a passage, whoever makes it', async () => {
    for (const source of ['session', 'api_token', 'staff', 'import'] as const) {
      const failing = serve(undefined, { source, comment: 'As asked' });
      await expect(failing).rejects.toThrow('Approvals are required in live.');
    }
  });

  it('says in a dry run where it needs them, with the settings', async () => {
    const { approvalRequired } = await serve(undefined, { dryRun: true });
    expect(approvalRequired).toMatchObject([{ slug: 'live', requiredApprovals: 2, approvers: 'admin' }]);
    expect((await serve(undefined, { source: 'bootstrap' })).approvalRequired).toBeUndefined();
  });
});
