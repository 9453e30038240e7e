import { worstOf } from '../bounds.ts';
import type { Hunt, Measured } from '../hunts/hunt.ts';
import { pick, type Random } from '../random.ts';
import { dimensionsOf, sizeIn, type Shape } from '../shapes/shape.ts';

/** A shape that was tried, and which of its dimensions were not grown yet. */
interface Node {
  readonly shape: Shape;
  readonly bytes: number;
  readonly ratio: number;
  /** How the cost grew with the bytes, on the way here: 1 = linearly. */
  readonly exponent: number;
  readonly untried: Set<string>;
  /** Less than doubling, where doubling was too much. */
  readonly factor: number;
}

export interface SearchOptions {
  readonly hunt: Hunt;
  readonly random: Random;
  /** Time is up. */
  readonly isOver: () => boolean;
  /** Whether this class is a finding already. */
  readonly isKnown: (hunt: Hunt, shape: Shape) => boolean;
  /** Hears of each shape that was tried. */
  readonly onMeasured: (shape: Shape, measured: Measured) => Promise<void>;
  /** A shape that went over a bound once. */
  readonly onSuspect: (shape: Shape) => Promise<void>;
}

const mostOpen = 200;

/**
 * Best first: of all shapes that were tried the one whose cost, grown to the largest body as it grew so far, comes nearest to
 * a bound has one of its dimensions grown next; now and then a new one begins. What costs more than its bytes is
 * found in some ten steps, whichever dimensions it takes.
 */
export async function search(options: SearchOptions): Promise<number> {
  const { hunt, random, isOver, isKnown } = options;
  let open: Node[] = [];
  let tried = 0;
  while (!isOver()) {
    open = open.filter((node) => node.untried.size > 0 && !isKnown(hunt, node.shape));
    const best = random() < 0.35 ? undefined : bestOf(open, hunt);
    if (best === undefined) {
      const shape = hunt.begin(random);
      if (isKnown(hunt, shape)) {
        if (++tried > 1e6) return tried; // everything is known
        continue;
      }
      tried++;
      const node = await tryShape(shape, undefined, 2);
      if (node !== undefined) open.push(node);
    } else {
      tried++;
      const dimension = pick(random, [...best.untried]);
      best.untried.delete(dimension);
      const shape = grown(best.shape, dimension, factorOf(best, hunt));
      const node = shape && (await tryShape(shape, best, factorOf(best, hunt)));
      if (node !== undefined) open.push(node);
    }
    if (open.length > mostOpen)
      open = open.toSorted((a, b) => worthOf(b, hunt) - worthOf(a, hunt)).slice(0, mostOpen / 2);
  }
  return tried;

  async function tryShape(shape: Shape, from: Node | undefined, factor: number): Promise<Node | undefined> {
    const measured = await hunt.measure(shape, false);
    await options.onMeasured(shape, measured);
    const ratio = worstOf(measured.figures)?.ratio ?? 0;
    if (ratio > 1) {
      await options.onSuspect(shape);
      return undefined;
    }
    if (from === undefined) return nodeOf(shape, measured, ratio, 1, factor);
    const isBeyond = measured.outcome === 'too large' || measured.bytes > hunt.reachOf(shape);
    // Nearer to where it ends, if there is a way between.
    if (isBeyond) {
      const nearer = Math.sqrt(factor);
      return nearer < 1.1
        ? undefined
        : { ...from, untried: new Set(dimensionsOf(from.shape)), factor: nearer };
    }
    if (ratio < from.ratio * 1.02) return undefined;
    const bytesGrew = Math.max(measured.bytes / from.bytes, 1.1);
    const exponent = Math.min(3, Math.log(ratio / from.ratio) / Math.log(bytesGrew));
    return nodeOf(shape, measured, ratio, exponent, from.factor);
  }
}

function nodeOf(shape: Shape, { bytes }: Measured, ratio: number, exponent: number, factor: number): Node {
  return { shape, bytes: Math.max(1, bytes), ratio, exponent, factor, untried: new Set(dimensionsOf(shape)) };
}

/** Small ones grow faster: they tell little. */
function factorOf({ shape, bytes, factor }: Node, hunt: Hunt): number {
  return factor === 2 && bytes < hunt.reachOf(shape) / 64 ? 4 : factor;
}

function grown(shape: Shape, dimension: string, factor: number): Shape | undefined {
  const size = sizeIn(shape, dimension);
  const next = Math.max(Math.floor(size * factor), size + 1);
  return next > 50_000_000 ? undefined : { ...shape, [dimension]: next };
}

/** What it would cost, grown as far as it may be. */
function worthOf({ shape, bytes, ratio, exponent }: Node, hunt: Hunt): number {
  const left = Math.max(1, hunt.reachOf(shape) / bytes);
  return ratio * left ** Math.max(0.5, exponent);
}

function bestOf(open: readonly Node[], hunt: Hunt): Node | undefined {
  let best: Node | undefined;
  for (const node of open) if (best === undefined || worthOf(node, hunt) > worthOf(best, hunt)) best = node;
  return best;
}
