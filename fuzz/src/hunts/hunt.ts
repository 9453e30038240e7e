import type { Figures } from '../bounds.ts';
import type { Random } from '../random.ts';
import type { Shape } from '../shapes/shape.ts';

export interface Measured {
  readonly figures: Figures;
  /** refused: with the body looked at; too large: it was not, so that a smaller one may be. */
  readonly outcome: 'accepted' | 'refused' | 'too large' | 'failed';
  /** What was sent or stored, without compression. */
  readonly bytes: number;
  /** `139 bytes of gzip, 400`: for whoever reads a finding. */
  readonly words: string;
}

/** A family of shapes, and how one of them is tried on a service. */
export interface Hunt {
  readonly name: string;
  /** One to begin with. */
  begin(random: Random): Shape;
  /** So many begin before the first of them is grown: there is one of each kind then. */
  readonly beginnings?: number;
  /** Shapes of one class are one finding. */
  classOf(shape: Shape): string;
  /** How far its bytes may still grow. */
  reachOf(shape: Shape): number;
  /** `carefully`: several times, from a heap without garbage; the least counts. */
  measure(shape: Shape, carefully: boolean): Promise<Measured>;
  /** That what was tried before counts too, so that a finding cannot be made smaller. */
  readonly isStateful?: boolean;
  /** The shape as it is sent, cut short. */
  show(shape: Shape): string;
}
