import { keyLabels, type CallPattern } from './calls/call-pattern.ts';
import { identifierBytes } from './key-characters.ts';
import {
  readArguments,
  readBareArgument,
  textBehindCall,
  type Argument,
  type ArgumentValue,
} from './read-arguments.ts';
import { isBorneOut, receiverBefore, type FileEvidence } from './receiver.ts';

/** A call of a flag client: with the key itself, or with the path of a constant that holds it. */
export interface Call {
  readonly client: CallPattern['client'];
  readonly keys: readonly string[];
  readonly constants: readonly (readonly string[])[];
}

export type PatternsByName = ReadonlyMap<string, readonly CallPattern[]>;

/**
 * Reads the call whose arguments begin at `at`. Undefined: not a call of a client, or its key is no constant expression.
 */
export function readCall(
  text: string,
  at: number,
  patternsByName: PatternsByName,
  evidence: FileEvidence,
): Call | undefined {
  const hasParenthesis = text[at - 1] === '(';
  const [start, end] = nameBefore(text, hasParenthesis ? at - 1 : at);
  const patterns = patternsByName.get(text.slice(start, end));
  if (patterns === undefined) return undefined;
  if (isDeclaration(text, start)) return undefined;

  const receiver = receiverBefore(text, start);
  const given = hasParenthesis ? readArguments(text, at) : [readBareArgument(text, at)];
  for (const pattern of patterns) {
    if (!isBorneOut(pattern, receiver, evidence)) continue;
    const values = keysIn(given, pattern.key ?? [0]);
    const keys = values.flatMap((value) => (value.kind === 'literal' ? [value.key] : []));
    const constants = values.flatMap((value) => (value.kind === 'name' ? [value.path] : []));
    if (keys.length > 0) return { client: pattern.client, keys, constants: [] };
    if (constants.length > 0 && (isAnnotated(given) || (receiver === undefined && isDefined(text, at))))
      return undefined;
    if (constants.length > 0) return { client: pattern.client, keys: [], constants };
  }
  return undefined;
}

/** Where the called name begins and ends, blanks and type arguments behind it aside. */
function nameBefore(text: string, at: number): [start: number, end: number] {
  let end = text.slice(Math.max(0, at - 200), at).trimEnd().length + Math.max(0, at - 200);
  if (text[end - 1] === '>') {
    let depth = 0;
    for (end--; end > 0; end--) {
      if (text[end] === '>') depth++;
      else if (text[end] === '<' && --depth === 0) break;
    }
    if (text.startsWith('::', end - 2)) end -= 2;
  }
  let start = end;
  if (text[start - 1] === '?') start--;
  while (start > 0 && identifierBytes[text.charCodeAt(start - 1)] !== 0) start--;
  return [start, end];
}

/** `function isEnabled(key)`, `def is_enabled(key)`: defined, not called. */
function isDeclaration(text: string, start: number): boolean {
  return /\b(?:function\*?|def|fun|func|fn)\s+(?:\([^)]*\)\s*)?$/.test(
    text.slice(Math.max(0, start - 80), start),
  );
}

/** `isEnabled(name: string)`: a signature of TypeScript, whose type reads like a constant's name. */
function isAnnotated(given: readonly Argument[]): boolean {
  return given.some(
    ({ label, value }) => label !== undefined && value.kind === 'name' && types.has(value.path.join('.')),
  );
}

const types = new Set(['string', 'any', 'unknown', 'boolean', 'number', 'String', 'FlagKey']);

/** `isEnabled(key) {`: a method of JavaScript. */
function isDefined(text: string, at: number): boolean {
  return /^\s*(?::|\{|=>)/.test(textBehindCall(text, at));
}

/** The labelled argument, or the first literal among the positions, or the first constant among them. */
function keysIn(given: readonly Argument[], positions: readonly number[]): readonly ArgumentValue[] {
  const labelled = given.find(({ label }) => label !== undefined && keyLabels.has(label));
  if (labelled !== undefined) return unwrapped(labelled.value);
  const candidates = positions.flatMap((position) => {
    const argument = given[position];
    return argument === undefined || argument.label !== undefined ? [] : unwrapped(argument.value);
  });
  const literals = candidates.filter(({ kind }) => kind === 'literal');
  if (literals.length > 0) return positions.length > 1 ? literals.slice(0, 1) : literals;
  return candidates.filter(({ kind }) => kind === 'name').slice(0, 1);
}

function unwrapped(value: ArgumentValue): readonly ArgumentValue[] {
  if (value.kind === 'list') return value.items;
  if (value.kind !== 'object') return [value];
  return value.members
    .filter(({ label }) => label !== undefined && keyLabels.has(label))
    .map((member) => member.value);
}
