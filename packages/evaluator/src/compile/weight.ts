import { asList, type StoredRecord } from '../definition/stored.ts';
import type { Steps } from './steps.ts';

/** The measures from which the memory of a compiled document is estimated. */
export interface DocumentSize {
  readonly length: number;
  /** Bytes that V8 needs for a character of its texts: 2 where one of them is not Latin-1. */
  readonly bytesPerCharacter: 1 | 2;
  /** Entries of the lists and objects of its conditions and overrides, at most. */
  readonly entries: number;
}

// Measured with the definitions of docs/explanations/performance.md, rounded up: an estimate that is too low ends a process.
const documentBytes = 1_200;
const bytesPerEntry = 64;
/** Bytes of one value of one variable, with its cached evaluations. */
const bytesPerValue = 96;
/** Bytes of the largest patterns that a definition may have. */
const patternBytes = 8 * 1024;
/** Bytes of a feature that is not compiled, beside its document. */
const lazyBytes = 450;
const bytesPerInstruction = 8;

/** Returns the bytes that a compiled feature takes at most, estimated. */
export function weightOfFeature(stored: StoredRecord, size: DocumentSize): number {
  const values = (asList(stored['variables'])?.length ?? 0) * (asList(stored['variations'])?.length ?? 0);
  return weightOfSegment(size) + values * bytesPerValue;
}

/** Returns the estimated bytes of a segment. */
export function weightOfSegment({ length, bytesPerCharacter, entries }: DocumentSize): number {
  return documentBytes + Math.ceil(1.1 * length * bytesPerCharacter) + entries * bytesPerEntry;
}

/**
 * Returns the estimated bytes of a feature that is not compiled yet. `instructions`: of its patterns, which are
 * compiled.
 */
export function weightOfLazy(packedBytes: number, instructions: number): number {
  return lazyBytes + packedBytes + instructions * bytesPerInstruction;
}

const patternOperator = /"(?:not_)?matches"/;
const comma = 44;
const openBracket = 91;
const openBrace = 123;

/** Characters that are read in less than a millisecond. */
const charactersPerStep = 512 * 1024;

/** Returns what the memory of a document is estimated by. `isFeature`: its values, which are kept as texts, have no entries. */
export function* measureDocument(text: string, isFeature: boolean): Steps<DocumentSize> {
  // Nothing behind the targeting of a feature has a member with this text, because quotes in texts are escaped.
  const start = isFeature ? Math.max(0, text.lastIndexOf(',"targeting":{')) : 0;
  let entries = 0;
  let bits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bits |= code;
    if (index >= start && (code === comma || code === openBracket || code === openBrace)) entries += 1;
    if (index % charactersPerStep === charactersPerStep - 1) yield;
  }
  if (patternOperator.test(text)) entries += patternBytes / bytesPerEntry;
  return { length: text.length, bytesPerCharacter: bits > 0xff ? 2 : 1, entries };
}
