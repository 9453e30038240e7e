import {
  createDatafile,
  type InternPool,
  type CompiledFragment,
  type CompiledFragments,
  type Datafile,
} from '@bunting/evaluator';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import { compilePage } from './compile-page.ts';
import type { MalformedDefinitions } from './malformed-definitions.ts';
import type { SliceQueue } from '@bunting/async';
import type { FragmentPage } from '../fragments/stored-fragment.ts';

/** A whole environment. */
export interface WholeEnvironment {
  readonly version: number;
  readonly access: AccessFragment;
  readonly datafile: Datafile;
  readonly malformed: MalformedDefinitions;
}

/** What was written above a version, compiled but not yet in place. */
export interface EnvironmentChange {
  readonly version: number;
  /** Absent when it did not change. */
  readonly access: AccessFragment | undefined;
  readonly compiled: CompiledFragments;
}

export interface Compiler {
  readonly slices: SliceQueue;
  readonly catalogue: InternPool;
}

/**
 * Putting a change in place is one step, with which requests wait. What is more is read whole, into a datafile of its own,
 * and put in place by exchanging the two.
 */
const maxOfChange = { fragments: 1_000, characters: 1024 * 1024 };

/** Undefined: the source has no such environment, or nobody has ever written it out. */
export async function readWholeEnvironment(
  pages: AsyncIterable<FragmentPage>,
  compiler: Compiler,
  malformed: MalformedDefinitions,
): Promise<WholeEnvironment | undefined> {
  const datafile = createDatafile();
  let access: AccessFragment | undefined;
  let version: number | undefined;
  const reader = {
    catalogue: internPoolOf(compiler, malformed),
    malformed,
    takeAccess: (read: AccessFragment) => void (access = read),
    takeCompiled: (compiled: CompiledFragments) => datafile.apply(compiled),
  };
  for await (const page of pages) {
    version = page.version;
    await compiler.slices.run(compilePage(page.fragments, reader));
  }
  return version === undefined || !access ? undefined : { version, access, datafile, malformed };
}

/** Undefined: the source has no such environment, or so much has changed that it is better read whole. */
export async function readEnvironmentChange(
  pages: AsyncIterable<FragmentPage>,
  compiler: Compiler,
  malformed: MalformedDefinitions,
): Promise<EnvironmentChange | undefined> {
  let access: AccessFragment | undefined;
  let version: number | undefined;
  // A fragment that changed between two pages is in both, and the later one counts.
  const byId = new Map<string, CompiledFragment>();
  let characters = 0;
  const reader = {
    catalogue: internPoolOf(compiler, malformed),
    malformed,
    takeAccess: (read: AccessFragment) => void (access = read),
    takeCompiled(compiled: CompiledFragments) {
      for (const fragment of compiled) byId.set(fragment.id, fragment);
    },
  };
  for await (const { version: read, fragments } of pages) {
    version = read;
    for (const { text } of fragments) characters += text?.length ?? 0;
    if (byId.size + fragments.length > maxOfChange.fragments || characters > maxOfChange.characters)
      return undefined;
    await compiler.slices.run(compilePage(fragments, reader));
  }
  return version === undefined ? undefined : { version, access, compiled: [...byId.values()] };
}

/** The process's own, which tells the environment of what is beyond the limits. */
function internPoolOf({ catalogue }: Compiler, malformed: MalformedDefinitions): InternPool {
  const onExceeded: InternPool['onExceeded'] = ({ kind, id, exceeded }) =>
    malformed.add({ kind, id, why: exceeded });
  return { ...catalogue, onExceeded };
}
