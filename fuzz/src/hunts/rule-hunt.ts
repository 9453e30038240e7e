import { bounds, takeLeast, maxDefinitionHeapBytes, type Figures } from '../bounds.ts';
import type { Installation } from '../installation/start-installation.ts';
import { pick } from '../random.ts';
import { send } from '../send.ts';
import { sizeIn, wordIn, type Shape } from '../shapes/shape.ts';
import { axesFor, ruleWords, createTargeting } from '../shapes/targeting.ts';
import { createDefinitionStore, type DefinitionStore } from './definition-store.ts';
import type { Hunt, Measured } from './hunt.ts';
import { cut } from './json-hunt.ts';
import { measureRequest } from './measure-request.ts';
import { measureEvaluations, measureExplanations } from './measure-evaluations.ts';

/** Definitions from this size on are measured in the heap during the search; that takes the time of several shapes. */
const worthWeighingBytes = 64 * 1024;
const nothing = { enabled: true, rules: [] };
const maxBytes = { settings: 1024 * 1024, database: 16 * 1024 * 1024 };

/**
 * Stores definitions through the management API or as an older release would have, and loads, evaluates and explains
 * them.
 */
export function createRuleHunt(installation: Installation): Hunt {
  const { services } = installation;
  const store = createDefinitionStore(installation);
  const evaluator = services['eval-api'];
  const via = (shape: Shape) => (wordIn(shape, 'via') === 'database' ? 'database' : 'settings');
  const limits = { ...maxBytes };
  let turn = 0;

  async function measureOnce(shape: Shape, carefully: boolean): Promise<Measured> {
    const { targeting, anyOf } = createTargeting(shape);
    const bytes = JSON.stringify(targeting).length + JSON.stringify(anyOf).length;
    const isWeighed = carefully || bytes > worthWeighingBytes;
    if (isWeighed) await clear();
    const heapBefore = isWeighed ? await evaluator.heapBytes() : 0;
    await evaluator.longestTurnMs();
    const stored = await storeOne(shape, store, installation);
    if (stored.outcome !== 'accepted') return stored;
    if (!(await store.untilLoaded())) return died(bytes, 'while it loaded what was stored');

    const loadTurnMs = await evaluator.longestTurnMs();
    const evaluated = await measureEvaluations(evaluator, 'v0', carefully);
    if (evaluated === undefined) return died(bytes, 'while it evaluated');
    // An explanation checks everything that an evaluation checks, and more.
    const { value, most } = evaluated.evaluation_cpu_ms!;
    const isWorthExplaining = carefully || value > most / 10;
    const explained = isWorthExplaining
      ? await measureExplanations(services['settings-api'], 'v0', carefully)
      : undefined;
    const keptBytes = isWeighed ? (await evaluator.heapBytes()) - heapBefore : 0;
    const isAccepted = via(shape) === 'settings';
    const figures: Figures = {
      ...stored.figures,
      ...evaluated,
      ...explained,
      ...(isAccepted && { load_turn_ms: { value: loadTurnMs, most: bounds.loadTurnMs } }),
      ...(isAccepted &&
        isWeighed && { held_bytes: { value: keptBytes, most: maxDefinitionHeapBytes(bytes) } }),
    };
    return { outcome: 'accepted', bytes, words: `${bytes} bytes of JSON, ${via(shape)}`, figures };
  }

  /** Stores it in both ways, because the management API writes nothing where its rows have not changed. */
  async function clear(): Promise<void> {
    await send(services['settings-api'], store.targetingRequest('f0', nothing));
    await store.write(['f0'], nothing, []);
    await store.untilLoaded();
  }

  async function died(bytes: number, when: string): Promise<Measured> {
    const words = `eval-api ended ${when}: ${evaluator.lastWords()}`;
    await store.write(['f0'], nothing, []);
    await evaluator.restart();
    return { outcome: 'failed', bytes, words, figures: { failures: { value: 2, most: 1 } } };
  }

  return {
    name: 'rule',
    beginnings: ruleWords.length,
    begin(random) {
      turn = turn === 0 ? 1 + Math.floor(random() * ruleWords.length) : turn + 1;
      const of = ruleWords[turn % ruleWords.length]!;
      return {
        of,
        via: pick(random, ['settings', 'settings', 'database']),
        holder: random() < 0.2 ? 'segment' : 'rule',
        fold: pick(random, ['yes', 'no']),
        ...axesFor(of),
      };
    },
    classOf: (shape) => ['of', 'via', 'holder'].map((word) => wordIn(shape, word)).join(' '),
    reachOf: (shape) => limits[via(shape)],
    async measure(shape, carefully) {
      const measured: Measured[] = [];
      for (let tries = carefully ? 2 : 1; tries > 0; tries--) {
        measured.push(await measureOnce(shape, carefully));
        if (measured.at(-1)!.outcome !== 'accepted') return measured.at(-1)!;
      }
      return { ...measured.at(-1)!, figures: takeLeast(measured.map(({ figures }) => figures)) };
    },
    show: (shape) => `${sizeIn(shape, 'rules')} rules, ${cut(JSON.stringify(createTargeting(shape)))}`,
  };
}

/**
 * Stores a definition. One that is refused for its size or cost counts as too large, because a smaller one may be
 * accepted.
 */
async function storeOne(shape: Shape, store: DefinitionStore, { services }: Installation): Promise<Measured> {
  const { targeting, anyOf } = createTargeting(shape);
  const isSegment = wordIn(shape, 'holder') === 'segment';
  if (wordIn(shape, 'via') === 'database') {
    await store.write(['f0'], targeting, isSegment ? anyOf : undefined);
    return { outcome: 'accepted', bytes: 0, words: '', figures: {} };
  }
  const requests = [
    ...(isSegment ? [store.segmentRequest(anyOf)] : []),
    store.targetingRequest('f0', targeting),
  ];
  const measured: Measured[] = [];
  for (const request of requests) {
    const asked = { ...request, bytes: request.body.length };
    measured.push(await measureRequest(services['settings-api'], asked, false));
    const { outcome } = measured.at(-1)!;
    if (outcome === 'refused') return { ...measured.at(-1)!, outcome: 'too large' };
    if (outcome !== 'accepted') return measured.at(-1)!;
  }
  return measured.at(-1)!;
}
