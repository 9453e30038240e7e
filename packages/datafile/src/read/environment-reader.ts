import { createSemaphore, createSliceQueue } from '@bunting/async';
import {
  createDatafile,
  createInternPool,
  type CompiledFragment,
  type CompiledFragments,
  type InternPool,
} from '@bunting/evaluator';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import type { CompiledContent } from '../store/cached-environment.ts';
import { compilePage } from './compile-page.ts';
import {
  createMalformedDefinitions,
  type MalformedDefinition,
  type MalformedDefinitions,
} from './malformed-definitions.ts';
import type { FragmentPage } from '../fragments/fragment-pages.ts';

/** A whole environment. */
export interface WholeEnvironment<Content> {
  readonly version: number;
  readonly access: AccessFragment;
  readonly content: Content;
}

/** The fragments written above a version. */
export interface EnvironmentChange<Content, Applied> {
  readonly version: number;
  /** Absent when it did not change. */
  readonly access: AccessFragment | undefined;
  /** Adds the change to what was cached, in one synchronous step; returns what whoever follows the environment is told of it. */
  readonly apply: (content: Content) => Applied;
}

/** Told, after each page of an environment, how many bytes of memory it takes so far; a promise is waited for. */
export type OnWeight = (bytes: number) => void | Promise<void>;

/** Makes of pages of fragments what a process keeps of them. One reader serves all environments of a process. */
export interface EnvironmentReader<Content, Applied> {
  /**
   * Reads all pages; returns undefined if there are none, or none with access. Rejects with the error that `onWeight`
   * throws.
   */
  readWhole(
    environmentId: string,
    pages: AsyncIterable<FragmentPage>,
    onWeight?: OnWeight,
  ): Promise<WholeEnvironment<Content> | undefined>;
  /**
   * Reads the pages of a change; returns undefined if there are none, or so many that reading the whole environment
   * is better.
   */
  readChange(
    pages: AsyncIterable<FragmentPage>,
    content: Content,
  ): Promise<EnvironmentChange<Content, Applied> | undefined>;
  /** Returns the estimated bytes in memory. */
  weightOf(content: Content): number;
}

/** The time that compiling may block the event loop, for all environments together. */
const sliceMs = 4;
/** Each reader has a page in memory. Changes do not wait for environments that are loaded. */
const maxConcurrentReads = 4;
/**
 * Applying a change is one synchronous step that delays requests. A larger change is read whole, into a new datafile that
 * replaces the old one.
 */
const maxChange = { fragments: 1_000, characters: 1024 * 1024 };

/** Parses and compiles in slices. */
export function createEnvironmentReader(
  onMalformed: (environmentId: string, definition: MalformedDefinition, isLastLogged: boolean) => void,
  /** Gets the bytes that an evaluation has added to a cached environment. */
  onGrown: (bytes: number) => void = () => {},
): EnvironmentReader<CompiledContent, void> {
  const slices = createSliceQueue({ budgetMs: sliceMs });
  const internPool = createInternPool();
  const wholeReads = createSemaphore(maxConcurrentReads);
  const changeReads = createSemaphore(maxConcurrentReads);

  async function compileWhole(
    pages: AsyncIterable<FragmentPage>,
    malformed: MalformedDefinitions,
    onWeight: OnWeight,
  ): Promise<WholeEnvironment<CompiledContent> | undefined> {
    const datafile = createDatafile(onGrown);
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
      await onWeight(datafile.weight.bytes);
    }
    if (version === undefined || !access) return undefined;
    return { version, access, content: { datafile, malformed } };
  }

  async function compileChange(
    pages: AsyncIterable<FragmentPage>,
    malformed: MalformedDefinitions,
  ): Promise<EnvironmentChange<CompiledContent, void> | undefined> {
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
    if (version === undefined) return undefined;
    return { version, access, apply: ({ datafile }) => datafile.apply([...byId.values()]) };
  }

  return {
    readWhole(environmentId, pages, onWeight = () => {}) {
      const malformed = createMalformedDefinitions((definition, isLastLogged) =>
        onMalformed(environmentId, definition, isLastLogged),
      );
      return wholeReads(() => compileWhole(pages, malformed, onWeight));
    },
    readChange: (pages, { malformed }) => changeReads(() => compileChange(pages, malformed)),
    weightOf: ({ datafile }) => datafile.weight.bytes,
  };
}

/** Returns the process's pool, which reports definitions beyond the limits to the environment's list. */
function withMalformed(internPool: InternPool, malformed: MalformedDefinitions): InternPool {
  const onExceeded: InternPool['onExceeded'] = ({ kind, id, exceeded }) =>
    malformed.add({ kind, id, why: exceeded });
  return { ...internPool, onExceeded };
}
