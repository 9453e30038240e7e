import { bounds, takeLeast, type Figures } from '../bounds.ts';
import { environmentKey, featureCount } from '../installation/document.ts';
import { connections } from '../installation/observed-service.ts';
import type { Installation } from '../installation/start-installation.ts';
import { pick } from '../random.ts';
import { send, type Sent } from '../send.ts';
import { createTargeting } from '../shapes/targeting.ts';
import { sizeIn, wordIn, type Shape } from '../shapes/shape.ts';
import { userLengths, createUser } from '../shapes/users.ts';
import { createDefinitionStore } from './definition-store.ts';
import type { Hunt, Measured } from './hunt.ts';

const features = Array.from({ length: featureCount }, (_, n) => `f${n}`);
const keys = features.map((_, n) => `v${n}`);
/** Limit of one environment, because an evaluator has to load it again and again. */
const maxBytes = 32 * 1024 * 1024;
/** So many that a slice of five milliseconds for each is far beyond the bound of a turn. */
const maxRequests = connections;
const nothing = { enabled: true, rules: [] };

/** The routes that evaluate many variables in one request. */
const routes: Readonly<Record<string, (user: object) => Sent>> = {
  evaluations: (user) => evaluation('/v1/evaluations', { user }),
  named: (user) => evaluation('/v1/evaluations', { user, keys }),
  variables: (user) => evaluation('/v1/variables', { user, keys }),
  ofrep: (user) => evaluation('/ofrep/v1/evaluate/flags', { context: user }),
};

function evaluation(path: string, body: object): Sent {
  return { method: 'POST', path, headers: { 'X-API-Key': environmentKey }, body: JSON.stringify(body) };
}

/**
 * Asks for everything several times at once, over the most expensive definitions of the hunt of rules: how long does a request of somebody else
 * wait, which is answered in the next turn of the event loop?
 */
export function createEverythingHunt(installation: Installation, dearest: Hunt['begin']): Hunt {
  const store = createDefinitionStore(installation);
  const { 'eval-api': evaluator, 'settings-api': settings } = installation.services;

  async function storeAll(shape: Shape): Promise<void> {
    const { targeting } = createTargeting({ ...shape, holder: 'rule' });
    if (wordIn(shape, 'via') === 'database') return store.write(features, targeting);
    for (const feature of features) {
      const { status } = await send(settings, store.targetingRequest(feature, targeting));
      if (status !== 200) return; // the environment has its most
    }
  }

  /** Measures the turns; undefined if the evaluator ended. */
  async function measureTurns(shape: Shape, carefully: boolean): Promise<Figures | undefined> {
    const route = routes[wordIn(shape, 'route')] ?? routes['evaluations']!;
    const requests = Math.min(maxRequests, sizeIn(shape, 'requests'));
    const turns: number[] = [];
    for (const length of userLengths) {
      const asked = route(createUser(length));
      const tries: Figures[] = [];
      // The first one compiles, and finds out that it takes long.
      await send(evaluator, asked);
      for (let left = carefully ? 4 : 2; left > 0; left--) {
        if (carefully) await evaluator.heapBytes();
        await evaluator.longestTurnMs();
        const answered = await Promise.all(Array.from({ length: requests }, () => send(evaluator, asked)));
        if (answered.some(({ status }) => status !== 200 && status !== 503)) return undefined;
        tries.push({
          everything_turn_ms: { value: await evaluator.longestTurnMs(), most: bounds.everythingTurnMs },
        });
      }
      turns.push(takeLeast(tries).everything_turn_ms!.value);
    }
    return { everything_turn_ms: { value: Math.max(...turns), most: bounds.everythingTurnMs } };
  }

  async function measure(shape: Shape, carefully: boolean): Promise<Measured> {
    const bytes =
      JSON.stringify(createTargeting({ ...shape, holder: 'rule' }).targeting).length * featureCount;
    if (bytes > maxBytes) return { outcome: 'too large', bytes, words: '', figures: {} };
    await storeAll(shape);
    const figures = (await store.untilLoaded()) ? await measureTurns(shape, carefully) : undefined;
    if (figures === undefined) {
      const words = `eval-api ended, or failed: ${evaluator.lastWords()}`;
      await store.write(features, nothing);
      await evaluator.restart();
      return { outcome: 'failed', bytes, words, figures: { failures: { value: 2, most: 1 } } };
    }
    const words = `${sizeIn(shape, 'requests')} requests at once over ${bytes} bytes of JSON in ${featureCount} features`;
    return { outcome: 'accepted', bytes, words, figures };
  }

  return {
    name: 'everything',
    begin: (random) => {
      const shape = dearest(random);
      return {
        ...shape,
        // Costly at once, because each measurement stores a hundred features; what is too costly is refused.
        ...('conditions' in shape && { conditions: sizeIn(shape, 'conditions') * pick(random, [1, 4, 16]) }),
        route: pick(random, Object.keys(routes)),
        requests: maxRequests,
      };
    },
    classOf: (shape) => ['route', 'of', 'via'].map((word) => wordIn(shape, word)).join(' '),
    reachOf: () => maxBytes,
    measure,
    show: (shape) =>
      `${wordIn(shape, 'route')}: ${JSON.stringify(createTargeting(shape).targeting).slice(0, 160)}`,
  };
}
