import { changeFeatures } from '../src/features/change-features.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { type ChangeContext, runChange } from '../src/run-change.ts';
import type { ChangeSource, ChangeTransaction } from '../src/change-transaction.ts';
import type { FeatureState } from '../src/features/feature-state.ts';
import type { ServingState } from '../src/serving/serving-state.ts';
import type { Shop, Stored } from './shop.ts';

export function toChangeContext({ pool }: Shop, source: ChangeSource = 'session'): ChangeContext {
  return { pool, actor: 'ada@acme.example', source };
}

/** Changes the shop's project, in one transaction. */
export async function change(
  shop: Shop,
  work: (transaction: ChangeTransaction, stored: Stored) => Promise<void>,
  source?: ChangeSource,
): Promise<void> {
  await runChange(toChangeContext(shop, source), async (transaction) =>
    work(transaction, await shop.read(transaction)),
  );
}

export function edit(shop: Shop, differences: Partial<FeatureState>, source?: ChangeSource): Promise<void> {
  return change(
    shop,
    (transaction, { project, feature }) =>
      changeFeatures(transaction, project, [{ before: feature, after: { ...feature, ...differences } }]),
    source,
  );
}

export function serve(
  shop: Shop,
  differences: (served: ServingState) => Partial<ServingState>,
): Promise<void> {
  return change(shop, (transaction, { project, feature, served: before }) => {
    const after = { ...before, ...differences(before) };
    return changeServing(transaction, project, [{ feature, environment: shop.environment, before, after }]);
  });
}
