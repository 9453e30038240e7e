import type { ProcessRegistry } from './process-registry.ts';
import type { Settings } from './settings.ts';

/** What every part of the start command works with. */
export interface Dependencies {
  readonly settings: Settings;
  readonly registry: ProcessRegistry;
  /** Tells the person at the console what happened. */
  readonly report: (message: string) => void;
}

/** A server that is there until `stop`, ours or somebody else's. */
export interface Provided {
  readonly url: string;
  stop(): Promise<void>;
}
