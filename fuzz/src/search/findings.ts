import { findWorst, type Figure, type FigureName, type Figures } from '../bounds.ts';
import type { Hunt, Measured } from '../hunts/hunt.ts';
import { formatShape, type Shape } from '../shapes/shape.ts';
import { minimise } from './minimise.ts';

export interface Finding {
  /** The name of the shape, for replaying it. */
  readonly name: string;
  readonly figure: FigureName;
  readonly value: number;
  readonly most: number;
  readonly words: string;
  readonly shown: string;
}

export type WorstFigures = Readonly<Partial<Record<FigureName, Figure>>>;

/** The shapes that exceeded a bound, and the highest values of the others. */
export interface Findings {
  readonly all: readonly Finding[];
  /** The highest value of each figure; values near the bound are measured again. */
  readonly worst: WorstFigures;
  /** Returns the ratio of a shape's figures to bounds that no earlier finding exceeded; above 1 it exceeds one. */
  ratioOf(hunt: Hunt, shape: Shape, figures: Figures): number;
  /** Records a shape that was measured once. */
  note(hunt: Hunt, shape: Shape, measured: Measured): Promise<void>;
  /** Measures a suspect carefully, reduces it, and reports it if it exceeds a bound. */
  confirm(hunt: Hunt, shape: Shape): Promise<void>;
  /** Reports all figures of a carefully measured shape that exceed their bounds. */
  reportAll(hunt: Hunt, shape: Shape, measured: Measured): void;
}

/** For one figure of a hunt, shapes of at most this many classes are reported. */
const maxOfOneKind = 4;

export function createFindings(print: (line: string) => void): Findings {
  const all: Finding[] = [];
  const worst: Partial<Record<FigureName, Figure>> = {};
  const known = new Set<string>();
  const timesFound = new Map<string, number>();

  const kindOf = (hunt: Hunt, figure: FigureName) => `${hunt.name} ${figure}`;
  const keyOf = (hunt: Hunt, shape: Shape, figure: FigureName) =>
    `${kindOf(hunt, figure)} ${hunt.classOf(shape)}`;
  const isNew = (hunt: Hunt, shape: Shape) => (figure: FigureName) =>
    !known.has(keyOf(hunt, shape, figure)) && (timesFound.get(kindOf(hunt, figure)) ?? 0) < maxOfOneKind;

  function keep(figures: Figures): void {
    for (const [name, figure] of Object.entries(figures) as [FigureName, Figure][]) {
      if (figure.value > (worst[name]?.value ?? 0)) worst[name] = figure;
    }
  }

  function report(hunt: Hunt, shape: Shape, { figures, words }: Measured, figure: FigureName): void {
    const { value, most } = figures[figure]!;
    const finding = {
      name: formatShape(hunt.name, shape),
      figure,
      value,
      most,
      words,
      shown: hunt.show(shape),
    };
    all.push(finding);
    known.add(keyOf(hunt, shape, figure));
    timesFound.set(kindOf(hunt, figure), (timesFound.get(kindOf(hunt, figure)) ?? 0) + 1);
    keep(figures);
    for (const line of linesOf(finding, all.length)) print(line);
  }

  return {
    all,
    worst,
    ratioOf: (hunt, shape, figures) => findWorst(figures, isNew(hunt, shape))?.ratio ?? 0,

    async note(hunt, shape, { figures }) {
      const before = (name: string) => worst[name as FigureName]?.value ?? 0;
      const higher = Object.entries(figures).filter(
        ([name, { value, most }]) => value <= most && value > before(name),
      );
      // A value near its bound is measured again before it is reported, because a single one may be noise.
      const isNear = higher.some(([name, { value, most }]) => value > most / 2 && value > 1.2 * before(name));
      if (isNear) keep((await hunt.measure(shape, true)).figures);
      else keep(Object.fromEntries(higher.filter(([, { value, most }]) => value <= most / 2)));
    },

    async confirm(hunt, shape) {
      const measured = await hunt.measure(shape, true);
      const over = findWorst(measured.figures, isNew(hunt, shape));
      if (over === undefined || over.ratio <= 1) return;
      const ratioOf = ({ figures }: Measured) => findWorst(figures, (name) => name === over.name)?.ratio ?? 0;
      // With a margin, so that the reduced shape still exceeds the bound when it is measured carefully.
      const isOver = async (smaller: Shape) => ratioOf(await hunt.measure(smaller, false)) > 1.3;
      const smallest = hunt.isStateful === true ? shape : await minimise(shape, isOver);
      const last = smallest === shape ? measured : await hunt.measure(smallest, true);
      if (ratioOf(last) > 1) report(hunt, smallest, last, over.name);
      else report(hunt, shape, measured, over.name);
    },

    reportAll(hunt, shape, measured) {
      for (const [name, { value, most }] of Object.entries(measured.figures)) {
        if (value > most) report(hunt, shape, measured, name as FigureName);
      }
    },
  };
}

function linesOf({ name, figure, value, most, words, shown }: Finding, number: number): string[] {
  return [
    `FINDING ${number}: ${figure} ${round(value)} (at most ${round(most)})`,
    `  ${words}`,
    `  ${shown}`,
    `  again: --replay '${name}'`,
  ];
}

export function round(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 10) / 10);
}
