import { createSemaphore, createSliceQueue } from '@bunting/async';
import {
  createDatafile,
  createInternPool,
  type CompiledFragment,
  type CompiledFragments,
  type Datafile,
  type InternPool,
} from '@bunting/evaluator';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import { compilePage } from './compile-page.ts';
import {
  createMalformedDefinitions,
  type MalformedDefinition,
  type MalformedDefinitions,
} from './malformed-definitions.ts';
import type { FragmentPage } from '../fragments/fragment-pages.ts';

/** A whole environment. */
export interface WholeEnvironment {
  readonly version: number;
  readonly access: AccessFragment;
  readonly datafile: Datafile;
  readonly malformed: MalformedDefinitions;
}

/** What was written above a version, compiled but not yet applied. */
export interface EnvironmentChange {
  readonly version: number;
  /** Absent when it did not change. */
  readonly access: AccessFragment | undefined;
  readonly compiled: CompiledFragments;
}

/** Parses and compiles pages of fragments in slices. One reader serves all environments of a process. */
export interface EnvironmentReader {
  /** Undefined: there are no pages, or none with access. */
  readWhole(environmentId: string, pages: AsyncIterable<FragmentPage>): Promise<WholeEnvironment | undefined>;
  /** Undefined: there are no pages, or so much has changed that the environment is better read whole. */
  readChange(
    pages: AsyncIterable<FragmentPage>,
    malformed: MalformedDefinitions,
  ): Promise<EnvironmentChange | undefined>;
}

/** How long compiling may block the event loop, for all environments together. */
const sliceMs = 4;
/** Each reader has a page in memory. */
const maxConcurrentReads = 4;
/**
 * Applying a change is one synchronous step that delays requests. A larger change is read whole, into a new datafile that
 * replaces the old one.
 */
const maxChange = { fragments: 1_000, characters: 1024 * 1024 };

export function createEnvironmentReader(
  onMalformed: (environmentId: string, definition: MalformedDefinition, isLastLogged: boolean) => void,
): EnvironmentReader {
  const slices = createSliceQueue({ budgetMs: sliceMs });
  const internPool = createInternPool();
  const semaphore = createSemaphore(maxConcurrentReads);

  async function compileWhole(
    pages: AsyncIterable<FragmentPage>,
    malformed: MalformedDefinitions,
  ): Promise<WholeEnvironment | undefined> {
    const datafile = createDatafile();
    let access: AccessFragment | undefined;
    let version: number | undefined;
    const receiver = {
      internPool: withMalformed(internPool, malformed),
      malformed,
      onAccess: (read: AccessFragment) => void (access = read),
      onCompiled: (compiled: CompiledFragments) => datafile.apply(compiled),
    };
    for await (const page of pages) {
      version = page.version;
      await slices.run(compilePage(page.fragments, receiver));
    }
    return version === undefined || !access ? undefined : { version, access, datafile, malformed };
  }

  async function compileChange(
    pages: AsyncIterable<FragmentPage>,
    malformed: MalformedDefinitions,
  ): Promise<EnvironmentChange | undefined> {
    let access: AccessFragment | undefined;
    let version: number | undefined;
    // A fragment that changed between two pages is in both; the later one replaces the earlier.
    const byId = new Map<string, CompiledFragment>();
    let characters = 0;
    const receiver = {
      internPool: withMalformed(internPool, malformed),
      malformed,
      onAccess: (read: AccessFragment) => void (access = read),
      onCompiled(compiled: CompiledFragments) {
        for (const fragment of compiled) byId.set(fragment.id, fragment);
      },
    };
    for await (const { version: read, fragments } of pages) {
      version = read;
      for (const { text } of fragments) characters += text?.length ?? 0;
      if (byId.size + fragments.length > maxChange.fragments || characters > maxChange.characters)
        return undefined;
      await slices.run(compilePage(fragments, receiver));
    }
    return version === undefined ? undefined : { version, access, compiled: [...byId.values()] };
  }

  return {
    readWhole(environmentId, pages) {
      const malformed = createMalformedDefinitions((definition, isLastLogged) =>
        onMalformed(environmentId, definition, isLastLogged),
      );
      return semaphore(() => compileWhole(pages, malformed));
    },
    readChange: (pages, malformed) => semaphore(() => compileChange(pages, malformed)),
  };
}

/** The process's pool, which reports definitions beyond the limits to the environment's list. */
function withMalformed(internPool: InternPool, malformed: MalformedDefinitions): InternPool {
  const onExceeded: InternPool['onExceeded'] = ({ kind, id, exceeded }) =>
    malformed.add({ kind, id, why: exceeded });
  return { ...internPool, onExceeded };
}
