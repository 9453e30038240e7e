import type { Figures } from '../bounds.ts';
import { featureCount } from '../installation/document.ts';
import type { Installation } from '../installation/start-installation.ts';
import { send } from '../send.ts';
import { createTargeting } from '../shapes/targeting.ts';
import { wordIn, type Shape } from '../shapes/shape.ts';
import { createDefinitionStore } from './definition-store.ts';
import type { Hunt, Measured } from './hunt.ts';
import { measureBatches } from './measure-evaluations.ts';

const features = Array.from({ length: featureCount }, (_, n) => `f${n}`);
/** Limit of one environment, because an evaluator has to load it again and again. */
const maxBytes = 32 * 1024 * 1024;
const nothing = { enabled: true, rules: [] };

/**
 * Stores the same definition in all features of a batch. `begin` returns the most expensive definitions of the hunt of
 * rules.
 */
export function createBatchHunt(installation: Installation, begin: Hunt['begin']): Hunt {
  const store = createDefinitionStore(installation);
  const { 'eval-api': evaluator, 'settings-api': settings } = installation.services;

  async function storeAll(targeting: object): Promise<number> {
    let stored = 0;
    for (const feature of features) {
      const { status } = await send(settings, store.targetingRequest(feature, targeting));
      if (status === 200) stored++;
      else break; // the environment has its most
    }
    return stored;
  }

  async function measure(shape: Shape, carefully: boolean): Promise<Measured> {
    const { targeting } = createTargeting({ ...shape, holder: 'rule' });
    const bytes = JSON.stringify(targeting).length * featureCount;
    if (bytes > maxBytes) return { outcome: 'too large', bytes, words: '', figures: {} };
    let stored = featureCount;
    if (wordIn(shape, 'via') === 'database') await store.write(features, targeting);
    else stored = await storeAll(targeting);
    const isLoaded = await store.untilLoaded();
    const figures: Figures | undefined = isLoaded ? await measureBatches(evaluator, carefully) : undefined;
    if (figures === undefined) {
      const words = `eval-api ended: ${evaluator.lastWords()}`;
      await store.write(features, nothing);
      await evaluator.restart();
      return { outcome: 'failed', bytes, words, figures: { failures: { value: 2, most: 1 } } };
    }
    const words = `${bytes} bytes of JSON in ${stored} of ${featureCount} features`;
    return { outcome: 'accepted', bytes, words, figures };
  }

  return {
    name: 'batch',
    begin,
    classOf: (shape) => ['of', 'via'].map((word) => wordIn(shape, word)).join(' '),
    reachOf: () => maxBytes,
    measure,
    show: (shape) => JSON.stringify(createTargeting(shape).targeting).slice(0, 160),
  };
}
