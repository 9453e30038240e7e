import type { Step } from '@bunting/embedded-servers';
import type { Names } from './names.ts';

/** The inputs of everything that builds a part of a release. */
export interface ReleaseContext {
  readonly version: string;
  /** The names in release.json. */
  readonly names: Names;
  /**
   * A copy of the commit, outside of the checkout. Its packages are installed and built, and its manifests have the version. Artefacts read it
   * and leave it as it is.
   */
  readonly source: string;
  /** The folder of the release: what is written below it is published, and gets a line in SHA256SUMS. */
  readonly out: string;
  /** The time of the commit, in seconds since 1970. */
  readonly epochS: number;
  /** The environment for programs: SOURCE_DATE_EPOCH is the time of the commit, and TZ is UTC. */
  readonly env: NodeJS.ProcessEnv;
  readonly step: Step;
  /** Prints a line for the maintainer: a size, or what is missing before the artefact can be published. */
  readonly print: (line: string) => void;
  /** Creates an empty folder that is removed when the release is built. */
  readonly makeFolder: () => string;
}

/** A part of a release. */
export interface Artefact {
  /** The name for `--only`, and by convention the folder below `out`. */
  readonly name: string;
  /** Builds the artefact into `out`. The same commit and version must give the same bytes. Throws a Failure if it can't be built. */
  readonly build: (context: ReleaseContext) => Promise<void>;
}
