import {
  compileFragments,
  type Catalogue,
  type CompiledFragment,
  type CompiledFragments,
  type DatafileFragment,
} from '@bunting/evaluator';
import type { AccessFragment } from './access-fragment.ts';
import { packDocuments } from './packed-documents.ts';
import type { SliceQueue } from './slice-queue.ts';
import type { FragmentPage, StoredFragment } from './stored-fragment.ts';

/** What the pages of an environment held, compiled but not yet in place. */
export interface ReadEnvironment {
  readonly version: number;
  /** Absent when it is not among the fragments read. */
  readonly access: AccessFragment | undefined;
  readonly compiled: CompiledFragments;
}

/** Little enough to stay below a millisecond, and so many that they compress well. */
const fragmentsPerChunk = 8;

/**
 * Parses and compiles pages in slices, aside from whatever is served. Undefined: the source has no such environment.
 */
export async function readEnvironment(
  pages: AsyncIterable<FragmentPage>,
  { slices, catalogue }: { slices: SliceQueue; catalogue: Catalogue },
): Promise<ReadEnvironment | undefined> {
  // By id: a fragment that changed between two pages is in both, and the later one counts.
  const compiled = new Map<string, CompiledFragment>();
  let access: AccessFragment | undefined;
  let version: number | undefined;
  for await (const page of pages) {
    version = page.version;
    await slices.run(chunksOf(page.fragments), (chunk) => {
      const sources = packDocuments(chunk.map((fragment) => fragment.text ?? ''));
      const served: DatafileFragment[] = [];
      for (const [place, { kind, id, text }] of chunk.entries()) {
        const document: unknown = text === null ? null : JSON.parse(text);
        if (kind === 'access') access = document as AccessFragment;
        else served.push({ kind, id, document, source: sources[place] } as DatafileFragment);
      }
      for (const it of compileFragments(served, catalogue)) compiled.set(it.id, it);
    });
  }
  return version === undefined ? undefined : { version, access, compiled: [...compiled.values()] };
}

function* chunksOf(fragments: readonly StoredFragment[]): Generator<readonly StoredFragment[]> {
  for (let start = 0; start < fragments.length; start += fragmentsPerChunk) {
    yield fragments.slice(start, start + fragmentsPerChunk);
  }
}
