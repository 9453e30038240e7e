import type { Figures } from '../bounds.ts';
import type { Hunt, Measured } from '../hunts/hunt.ts';
import { pick, type Random } from '../random.ts';
import { getAxes, sizeIn, type Shape } from '../shapes/shape.ts';

/** A shape that was tried, and its dimensions that were not grown yet. */
interface Node {
  readonly shape: Shape;
  readonly bytes: number;
  readonly ratio: number;
  readonly untried: Set<string>;
  /** A factor below two, where doubling was too much. */
  readonly factor: number;
}

export interface SearchOptions {
  readonly hunt: Hunt;
  readonly random: Random;
  /** Time is up. */
  readonly isOver: () => boolean;
  /** The ratio of the shape's figures to bounds that no earlier finding exceeded; above 1 it exceeds one. */
  readonly ratioOf: (shape: Shape, figures: Figures) => number;
  /** Called with each shape that was tried. */
  readonly onMeasured: (shape: Shape, measured: Measured) => Promise<void>;
  /** A shape that exceeded a bound in one measurement. */
  readonly onSuspect: (shape: Shape) => Promise<void>;
}

const maxOpen = 200;

/**
 * Grows one dimension of the most promising shape by cost, and in turn starts a new shape. It finds a cost that grows faster
 * than the bytes in about ten steps, in any dimension.
 */
export async function search(options: SearchOptions): Promise<number> {
  const { hunt, random, isOver, ratioOf } = options;
  let open: Node[] = [];
  let tried = 0;
  let begun = 0;
  while (!isOver()) {
    open = open.filter((node) => node.untried.size > 0);
    if (open.length > maxOpen)
      open = open.toSorted((a, b) => worthOf(b, hunt) - worthOf(a, hunt)).slice(0, maxOpen / 2);
    const isBeginning = begun < (hunt.beginnings ?? 0) || random() < 0.4;
    const best = isBeginning ? undefined : bestOf(open, hunt);
    if (best === undefined) await beginAnew();
    else await growFrom(best, pick(random, [...best.untried]));
  }
  return tried;

  async function beginAnew(): Promise<void> {
    begun++;
    const shape = hunt.begin(random);
    const { measured, ratio } = await tryShape(shape);
    if (ratio > 1) return;
    const node = nodeOf(shape, measured, ratio, 2);
    open.push(node);
    // Some costs begin at large sizes only, so sometimes one dimension is grown to its end, however little it costs on the
    // way.
    if (begun <= (hunt.beginnings ?? 0) || random() > 0.1 || node.untried.size === 0) return;
    const axis = pick(random, [...node.untried]);
    for (let from: Node | undefined = node; from !== undefined && !isOver();)
      from = await growFrom(from, axis);
  }

  /** Returns the larger shape, unless it exceeds a bound or is too large. */
  async function growFrom(from: Node, axis: string): Promise<Node | undefined> {
    from.untried.delete(axis);
    const factor = factorOf(from, hunt);
    const shape = grown(from.shape, axis, factor);
    if (shape === undefined) return undefined;
    const { measured, ratio } = await tryShape(shape);
    if (ratio > 1) return undefined;
    if (measured.outcome === 'too large' || measured.bytes > hunt.reachOf(shape)) {
      // A size between this one and the one that was too large, if there is one.
      const nearer = Math.sqrt(factor);
      if (nearer > 1.1) open.push({ ...from, untried: new Set([axis]), factor: nearer });
      return undefined;
    }
    const node = nodeOf(shape, measured, ratio, from.factor);
    if (ratio >= from.ratio * 1.02) open.push(node);
    return node;
  }

  async function tryShape(shape: Shape): Promise<{ measured: Measured; ratio: number }> {
    tried++;
    const measured = await hunt.measure(shape, false);
    await options.onMeasured(shape, measured);
    const ratio = Math.max(1e-9, ratioOf(shape, measured.figures));
    if (ratio > 1) await options.onSuspect(shape);
    return { measured, ratio };
  }
}

function nodeOf(shape: Shape, { bytes }: Measured, ratio: number, factor: number): Node {
  return { shape, bytes: Math.max(1, bytes), ratio, factor, untried: new Set(getAxes(shape)) };
}

/** Returns the factor of growth. Small shapes grow faster, because they show little. */
function factorOf({ shape, bytes, factor }: Node, hunt: Hunt): number {
  return factor === 2 && bytes < hunt.reachOf(shape) / 64 ? 4 : factor;
}

function grown(shape: Shape, axis: string, factor: number): Shape | undefined {
  const size = sizeIn(shape, axis);
  const next = Math.max(Math.floor(size * factor), size + 1);
  return next > 50_000_000 ? undefined : { ...shape, [axis]: next };
}

/**
 * Returns the cost, plus half of the remaining growth on a logarithmic scale. Of two shapes with the same cost the
 * smaller comes first, and a shape whose cost grows at least with the square root of its bytes comes before the one it
 * grew from.
 */
function worthOf({ shape, bytes, ratio }: Node, hunt: Hunt): number {
  return ratio * Math.sqrt(Math.max(1, hunt.reachOf(shape) / bytes));
}

function bestOf(open: readonly Node[], hunt: Hunt): Node | undefined {
  let best: Node | undefined;
  for (const node of open) if (best === undefined || worthOf(node, hunt) > worthOf(best, hunt)) best = node;
  return best;
}
