import {
  compileInSteps,
  measureDocument,
  type InternPool,
  type CompiledFragment,
  type DatafileFragment,
} from '@bunting/evaluator';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import type { MalformedDefinitions } from './malformed-definitions.ts';
import { packDocuments } from './packed-documents.ts';
import { parseInSteps } from './parse-in-steps.ts';
import type { StoredFragment } from '../fragments/fragment-pages.ts';

/** Characters. Longer features are compiled immediately, because compiling them on demand would delay a request too much. */
const maxDeferredLength = 4 * 1024;
/** Few enough to pack in less than a millisecond and unpack quickly, and enough to compress well. */
const fragmentsPerPack = 8;
const charactersPerPack = 16 * 1024;

export interface PageReader {
  readonly internPool: InternPool;
  readonly malformed: MalformedDefinitions;
  readonly onAccess: (access: AccessFragment) => void;
  readonly onCompiled: (compiled: readonly CompiledFragment[]) => void;
}

type Steps<Result> = Generator<undefined, Result, undefined>;

/** Parses and compiles fragments in steps and passes them to the reader. Never throws, whatever is stored. */
export function* compilePage(fragments: readonly StoredFragment[], reader: PageReader): Steps<void> {
  let pack: StoredFragment[] = [];
  let characters = 0;
  for (const fragment of fragments) {
    const { length } = fragment.text ?? '';
    if (fragment.kind === 'feature' && fragment.text !== null && length <= maxDeferredLength) {
      if (pack.length === fragmentsPerPack || characters + length > charactersPerPack) {
        yield* compilePack(pack, reader);
        pack = [];
        characters = 0;
      }
      pack.push(fragment);
      characters += length;
    } else if (fragment.kind === 'access') {
      yield* readAccess(fragment, reader);
    } else {
      yield* compileAlone(fragment, reader);
    }
  }
  if (pack.length > 0) yield* compilePack(pack, reader);
}

function* compilePack(pack: readonly StoredFragment[], reader: PageReader): Steps<void> {
  const source = packDocuments(pack.map((fragment) => fragment.text!));
  const packedBytes = Math.ceil(source.packedBytes / pack.length);
  const compiled: CompiledFragment[] = [];
  for (const [index, fragment] of pack.entries()) {
    const steps = compileDocument(fragment, reader, (document) => ({
      document,
      again: { source, index, packedBytes },
    }));
    compiled.push(yield* steps);
  }
  reader.onCompiled(compiled);
  yield;
}

function* compileAlone(fragment: StoredFragment, reader: PageReader): Steps<void> {
  reader.onCompiled([yield* compileDocument(fragment, reader, (document) => ({ document }))]);
  yield;
}

/** `again` lets the evaluator read a feature again when it is first evaluated. */
interface StoredDocument extends Pick<Extract<DatafileFragment, { kind: 'feature' }>, 'again'> {
  readonly document: unknown;
}

/** Reports and leaves out what cannot be read or compiled; the rest of the environment is served. */
function* compileDocument(
  { kind, id, text, unreadBytes }: StoredFragment,
  { internPool, malformed }: PageReader,
  withDocument: (document: unknown) => StoredDocument,
): Steps<CompiledFragment> {
  malformed.forget(id);
  const withoutDocument = { kind, id, document: null } as DatafileFragment;
  if (unreadBytes !== undefined) {
    malformed.add({ kind: 'document', id, why: `It has ${unreadBytes} bytes.` });
  } else if (text !== null) {
    try {
      const document = yield* parseInSteps(text);
      const size = yield* measureDocument(text, kind === 'feature');
      const fragment = { kind, id, size, ...withDocument(document) } as DatafileFragment;
      return yield* compileInSteps(fragment, internPool);
    } catch (error) {
      malformed.add({ kind: 'document', id, why: String(error) });
    }
  }
  return yield* compileInSteps(withoutDocument, internPool);
}

/**
 * Reads the access fragment. An environment whose access fragment is unreadable counts as missing, because no key
 * leads to it.
 */
function* readAccess({ id, text, unreadBytes }: StoredFragment, reader: PageReader): Steps<void> {
  if (text !== null) reader.onAccess((yield* parseInSteps(text)) as AccessFragment);
  else if (unreadBytes !== undefined)
    reader.malformed.add({ kind: 'document', id, why: `It has ${unreadBytes} bytes.` });
}
