import type { ProcessRegistry } from './process-registry.ts';
import type { Settings } from './settings.ts';

/** What every part of the start command needs. */
export interface Dependencies {
  readonly settings: Settings;
  readonly registry: ProcessRegistry;
  /** Prints what happened to the console. */
  readonly report: (message: string) => void;
}

/** A server that we started or that existed, and that is used until `stop`. */
export interface Provided {
  readonly url: string;
  stop(): Promise<void>;
}
