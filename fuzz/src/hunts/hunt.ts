import type { Figures } from '../bounds.ts';
import type { Random } from '../random.ts';
import type { Shape } from '../shapes/shape.ts';

export interface Measured {
  readonly figures: Figures;
  /** refused: after the body was read; too large: without reading it, so that a smaller one may be accepted. */
  readonly outcome: 'accepted' | 'refused' | 'too large' | 'failed';
  /** Bytes that were sent or stored, without compression. */
  readonly bytes: number;
  /** A text for the report of a finding: `139 bytes of gzip, 400`. */
  readonly words: string;
}

/** A family of shapes, and a function that tries one of them on a service. */
export interface Hunt {
  readonly name: string;
  /** Makes a shape to start with. */
  begin(random: Random): Shape;
  /** Number of shapes that start before the first one is grown, so that there is one of each kind. */
  readonly beginnings?: number;
  /** Returns the class. Shapes of one class count as one finding. */
  classOf(shape: Shape): string;
  /** Returns how much its bytes can still grow. */
  reachOf(shape: Shape): number;
  /** Measures a shape. `carefully`: several times, each time from a heap without garbage; the lowest value counts. */
  measure(shape: Shape, carefully: boolean): Promise<Measured>;
  /** True if shapes that were tried before affect the result, so that a finding cannot be reduced. */
  readonly isStateful?: boolean;
  /** Returns the request of the shape, shortened. */
  show(shape: Shape): string;
}
