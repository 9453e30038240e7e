/** The bounds of docs/explanations/security.md, in the units of the figures. */
export const bounds = {
  /** CPU time on the event loop for a refused body. */
  refusalCpuMs: 300,
  /** One turn of the event loop for any accepted body. */
  turnMs: 300,
  /**
   * Memory of the thread that reads imports, because trees of YAML are larger than eight times their text: 160 MiB of its
   * heap, and what V8 allocates in advance.
   */
  importThreadBytes: 224 * 1024 * 1024,
  refusedAnswerBytes: 64 * 1024,
  /** "About 1 MiB": a page includes the record with which it exceeds 1 MiB. */
  pageBytes: 1.25 * 1024 * 1024,
  evaluationCpuMs: 20,
  batchCpuMs: 60,
  /**
   * The longest turn of an evaluator while everything is asked for several times at once: a slice of five milliseconds, what a request does
   * beside it, and the garbage of all. Without a common slice, sixteen requests take sixteen slices of one turn.
   */
  everythingTurnMs: 60,
  explanationCpuMs: 200,
  /** Definitions that a change writes in all environments together, and those of an import; a tenth more, because names are estimated. */
  writtenBytes: 1.1 * 16 * 1024 * 1024,
  importedBytes: 1.1 * 64 * 1024 * 1024,
  /** The longest turn of an evaluator while it loads what was stored. */
  loadTurnMs: 50,
} as const;

/**
 * Returns how much a process may grow while it reads a body of this many bytes. The minimum is the memory that V8 allocates
 * in advance for any body: its young generation, which the fuzzer limits to 6 MiB, and the first heap of the thread that
 * reads imports.
 */
export function maxPeakBytes(bodyBytes: number): number {
  return 8 * bodyBytes + 32 * 1024 * 1024;
}

/**
 * Returns how much of an evaluator's heap a definition may use. The minimum is for compiled code, counters, and caches.
 */
export function maxDefinitionHeapBytes(storedBytes: number): number {
  return 8 * storedBytes + 4 * 1024 * 1024;
}

/** The figures with bounds, and what they measure. */
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
  | 'everything_turn_ms'
  | 'explanation_cpu_ms'
  | 'load_turn_ms'
  | 'held_bytes'
  | 'written_bytes'
  /** 1 = the process ended, answered with an internal error, or did not answer. */
  | 'failures';

export interface Figure {
  readonly value: number;
  readonly most: number;
}

export type Figures = Readonly<Partial<Record<FigureName, Figure>>>;

/** Returns the highest ratio of a figure to its bound; above 1 the bound is exceeded. */
export function findWorst(
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

/** Returns the lowest of several measurements for each figure, because other work of the machine only adds to it. */
export function takeLeast(measured: readonly Figures[]): Figures {
  const least: Partial<Record<FigureName, Figure>> = {};
  for (const figures of measured) {
    for (const [name, figure] of Object.entries(figures) as [FigureName, Figure][]) {
      const before = least[name];
      if (before === undefined || figure.value < before.value) least[name] = figure;
    }
  }
  return least;
}
