/** What issue 12 allows, in the units of the figures. */
export const bounds = {
  /** A body that is refused, on the event loop. */
  refusalCpuMs: 300,
  /** One turn of the event loop, whatever a body that is accepted asks for. */
  turnMs: 300,
  /**
   * What the thread that reads imports may take, whose trees of YAML are larger than eight times their text: 160 MiB of its heap, and
   * what V8 takes in advance.
   */
  importThreadBytes: 224 * 1024 * 1024,
  refusedAnswerBytes: 64 * 1024,
  /** "Some 1 MiB": the record that goes over it may end. */
  pageBytes: 1.25 * 1024 * 1024,
  evaluationCpuMs: 20,
  batchCpuMs: 60,
  explanationCpuMs: 200,
  /** The longest turn of an evaluator while it loads what was stored. */
  loadTurnMs: 50,
} as const;

/**
 * What a process may grow by at the most while it reads a body of so many bytes. The floor is what V8 takes in advance, whatever
 * the body: its young generation, which the fuzzer keeps at 6 MiB, and the first heap of the thread that reads imports.
 */
export function maxPeakBytes(bodyBytes: number): number {
  return 8 * bodyBytes + 32 * 1024 * 1024;
}

/** What the heap of an evaluator may keep of a definition. The floor: code that is compiled meanwhile, counters, and caches. */
export function maxKeptBytes(storedBytes: number): number {
  return 8 * storedBytes + 4 * 1024 * 1024;
}

/** The figures that the issue names, with what they measure. */
export const namedFigures = {
  worst_evaluation_cpu: ['evaluation_cpu_ms', 'first_evaluation_cpu_ms'],
  worst_refusal_cpu: ['refusal_cpu_ms'],
  worst_answer_bytes: ['refused_answer_bytes'],
} as const;

export type FigureName =
  | 'refusal_cpu_ms'
  | 'turn_ms'
  | 'refused_answer_bytes'
  | 'page_bytes'
  | 'peak_bytes'
  | 'evaluation_cpu_ms'
  | 'first_evaluation_cpu_ms'
  | 'batch_cpu_ms'
  | 'first_batch_cpu_ms'
  | 'explanation_cpu_ms'
  | 'load_turn_ms'
  | 'held_bytes'
  /** 1 = the process ended, or answered with an error of its own, or not at all. */
  | 'failures';

export interface Figure {
  readonly value: number;
  readonly most: number;
}

export type Figures = Readonly<Partial<Record<FigureName, Figure>>>;

/** How near to its bound the nearest figure is; above 1 it is over. */
export function worstOf(
  figures: Figures,
  isOfInterest: (name: FigureName) => boolean = () => true,
): { name: FigureName; ratio: number } | undefined {
  let worst: { name: FigureName; ratio: number } | undefined;
  for (const [name, { value, most }] of Object.entries(figures) as [FigureName, Figure][]) {
    const ratio = value / most;
    if (isOfInterest(name) && ratio > (worst?.ratio ?? -1)) worst = { name, ratio };
  }
  return worst;
}

/** Of several measurements of one thing the least of each figure: the rest is what else the machine did. */
export function leastOf(measured: readonly Figures[]): Figures {
  const least: Partial<Record<FigureName, Figure>> = {};
  for (const figures of measured) {
    for (const [name, figure] of Object.entries(figures) as [FigureName, Figure][]) {
      const before = least[name];
      if (before === undefined || figure.value < before.value) least[name] = figure;
    }
  }
  return least;
}
