import {
  compileFragments,
  createDatafile,
  type Catalogue,
  type CompiledFragment,
  type CompiledFragments,
  type Datafile,
  type DatafileFragment,
} from '@bunting/evaluator';
import type { AccessFragment } from './access-fragment.ts';
import { packDocuments } from './packed-documents.ts';
import type { SliceQueue } from './slice-queue.ts';
import type { FragmentPage, StoredFragment } from './stored-fragment.ts';

/** A whole environment. */
export interface WholeEnvironment {
  readonly version: number;
  readonly access: AccessFragment;
  readonly datafile: Datafile;
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
  readonly catalogue: Catalogue;
}

/** Little enough to stay below a millisecond, and so many that they compress well. */
const fragmentsPerChunk = 8;

/** Undefined: the source has no such environment, or nobody has ever written it out. */
export async function readWholeEnvironment(
  pages: AsyncIterable<FragmentPage>,
  compiler: Compiler,
): Promise<WholeEnvironment | undefined> {
  const datafile = createDatafile();
  const { version, access } = await readFragments(pages, compiler, (compiled) => datafile.apply(compiled));
  return version === undefined || !access ? undefined : { version, access, datafile };
}

/** Undefined: the source has no such environment. */
export async function readEnvironmentChange(
  pages: AsyncIterable<FragmentPage>,
  compiler: Compiler,
): Promise<EnvironmentChange | undefined> {
  // A fragment that changed between two pages is in both, and the later one counts.
  const byId = new Map<string, CompiledFragment>();
  const { version, access } = await readFragments(pages, compiler, (compiled) => {
    for (const fragment of compiled) byId.set(fragment.id, fragment);
  });
  return version === undefined ? undefined : { version, access, compiled: [...byId.values()] };
}

/** Parses and compiles in slices, aside from whatever is served, and hands on what is compiled. */
async function readFragments(
  pages: AsyncIterable<FragmentPage>,
  { slices, catalogue }: Compiler,
  take: (compiled: CompiledFragments) => void,
): Promise<{ version: number | undefined; access: AccessFragment | undefined }> {
  let access: AccessFragment | undefined;
  let version: number | undefined;
  for await (const page of pages) {
    version = page.version;
    await slices.run(chunksOf(page.fragments), (chunk) => {
      const source = packDocuments(chunk.map((fragment) => fragment.text ?? ''));
      const served: DatafileFragment[] = [];
      for (const [place, { kind, id, text }] of chunk.entries()) {
        const document: unknown = text === null ? null : JSON.parse(text);
        if (kind === 'access') access = document as AccessFragment;
        else served.push({ kind, id, document, again: { source, place } } as DatafileFragment);
      }
      take(compileFragments(served, catalogue));
    });
  }
  return { version, access };
}

function* chunksOf(fragments: readonly StoredFragment[]): Generator<readonly StoredFragment[]> {
  for (let start = 0; start < fragments.length; start += fragmentsPerChunk) {
    yield fragments.slice(start, start + fragmentsPerChunk);
  }
}
