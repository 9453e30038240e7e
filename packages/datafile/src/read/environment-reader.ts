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

/** What was written above a version. */
export interface EnvironmentChange<Content, Applied> {
  readonly version: number;
  /** Absent when it did not change. */
  readonly access: AccessFragment | undefined;
  /** Adds the change to what was cached, in one synchronous step; returns what whoever follows the environment is told of it. */
  readonly apply: (content: Content) => Applied;
}

/** Makes of pages of fragments what a process keeps of them. One reader serves all environments of a process. */
export interface EnvironmentReader<Content, Applied> {
  /** Undefined: there are no pages, or none with access. */
  readWhole(
    environmentId: string,
    pages: AsyncIterable<FragmentPage>,
  ): Promise<WholeEnvironment<Content> | undefined>;
  /** Undefined: there are no pages, or so much has changed that the environment is better read whole. */
  readChange(
    pages: AsyncIterable<FragmentPage>,
    content: Content,
  ): Promise<EnvironmentChange<Content, Applied> | undefined>;
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

/** Parses and compiles in slices. */
export function createEnvironmentReader(
  onMalformed: (environmentId: string, definition: MalformedDefinition, isLastLogged: boolean) => void,
): EnvironmentReader<CompiledContent, void> {
  const slices = createSliceQueue({ budgetMs: sliceMs });
  const internPool = createInternPool();
  const semaphore = createSemaphore(maxConcurrentReads);

  async function compileWhole(
    pages: AsyncIterable<FragmentPage>,
    malformed: MalformedDefinitions,
  ): Promise<WholeEnvironment<CompiledContent> | undefined> {
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
    readWhole(environmentId, pages) {
      const malformed = createMalformedDefinitions((definition, isLastLogged) =>
        onMalformed(environmentId, definition, isLastLogged),
      );
      return semaphore(() => compileWhole(pages, malformed));
    },
    readChange: (pages, { malformed }) => semaphore(() => compileChange(pages, malformed)),
  };
}

/** The process's pool, which reports definitions beyond the limits to the environment's list. */
function withMalformed(internPool: InternPool, malformed: MalformedDefinitions): InternPool {
  const onExceeded: InternPool['onExceeded'] = ({ kind, id, exceeded }) =>
    malformed.add({ kind, id, why: exceeded });
  return { ...internPool, onExceeded };
}
