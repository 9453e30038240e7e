import {
  compileInSteps,
  type InternPool,
  type CompiledFragment,
  type DatafileFragment,
} from '@bunting/evaluator';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import type { MalformedDefinitions } from './malformed-definitions.ts';
import { packDocuments } from './packed-documents.ts';
import { parseInSteps } from './parse-in-steps.ts';
import type { StoredFragment } from '../fragments/stored-fragment.ts';

/** What is longer is compiled when it arrives: waking it would take too long for a request. */
const maxDeferredLength = 4 * 1024;
/** Little enough to stay below a millisecond, to unpack quickly, and so many that they compress well. */
const fragmentsPerPack = 8;
const charactersPerPack = 16 * 1024;

export interface PageReader {
  readonly catalogue: InternPool;
  readonly malformed: MalformedDefinitions;
  readonly takeAccess: (access: AccessFragment) => void;
  readonly takeCompiled: (compiled: readonly CompiledFragment[]) => void;
}

type Steps<Result> = Generator<undefined, Result, undefined>;

/** Parses and compiles fragments in steps, and hands on what is compiled. Whatever is stored, it does not throw. */
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
  const compiled: CompiledFragment[] = [];
  for (const [index, fragment] of pack.entries()) {
    const steps = compileDocument(fragment, reader, (document) => ({ document, again: { source, index } }));
    compiled.push(yield* steps);
  }
  reader.takeCompiled(compiled);
  yield;
}

function* compileAlone(fragment: StoredFragment, reader: PageReader): Steps<void> {
  reader.takeCompiled([yield* compileDocument(fragment, reader, (document) => ({ document }))]);
  yield;
}

/** What cannot be read or compiled is told and left out: the rest of the environment is served. */
function* compileDocument(
  { kind, id, text, unreadBytes }: StoredFragment,
  { catalogue, malformed }: PageReader,
  withDocument: (document: unknown) => object,
): Steps<CompiledFragment> {
  malformed.forget(id);
  const withoutDocument = { kind, id, document: null } as DatafileFragment;
  if (unreadBytes !== undefined) {
    malformed.add({ kind: 'document', id, why: `It has ${unreadBytes} bytes.` });
  } else if (text !== null) {
    try {
      const document = yield* parseInSteps(text);
      return yield* compileInSteps({ kind, id, ...withDocument(document) } as DatafileFragment, catalogue);
    } catch (error) {
      malformed.add({ kind: 'document', id, why: String(error) });
    }
  }
  return yield* compileInSteps(withoutDocument, catalogue);
}

/** Without one that can be read, nobody could ask for the environment: it counts as one that is not there. */
function* readAccess({ id, text, unreadBytes }: StoredFragment, reader: PageReader): Steps<void> {
  if (text !== null) reader.takeAccess((yield* parseInSteps(text)) as AccessFragment);
  else if (unreadBytes !== undefined)
    reader.malformed.add({ kind: 'document', id, why: `It has ${unreadBytes} bytes.` });
}
