import { keyLabels, type CallPattern, type TagPattern } from '../languages/language.ts';
import { identifierBytes, keyFrom } from '../lexing/key-syntax.ts';
import {
  isCalledLikeAClient,
  matchesEvidence,
  receiverBefore,
  type CalledName,
  type FileEvidence,
} from './client-evidence.ts';
import {
  readArguments,
  readBareArgument,
  getTextAfterCall,
  type Argument,
  type ArgumentValue,
} from './read-arguments.ts';

/** A call of a flag client. It passes keys, or the paths of constants that hold keys. */
export interface Call {
  readonly client: CallPattern['client'];
  readonly keys: readonly string[];
  readonly constants: readonly (readonly string[])[];
}

export type PatternsByName = ReadonlyMap<string, readonly CallPattern[]>;

/**
 * Reads the call whose arguments begin at `at`. Returns undefined if it is no call of a client, or if its key is neither a
 * literal nor a constant.
 */
export function readCall(
  text: string,
  at: number,
  patternsByName: PatternsByName,
  evidence: FileEvidence,
): Call | undefined {
  const hasParenthesis = text[at - 1] === '(';
  const [start, end] = nameBefore(text, hasParenthesis ? at - 1 : at);
  const name = text.slice(start, end);
  const all = patternsByName.get(name);
  if (all === undefined) return undefined;
  if (isDeclaration(text, start)) return undefined;

  const called: CalledName = { name, receiver: receiverBefore(text, start) };
  const patterns = all.filter((pattern) => matchesEvidence(pattern, called, evidence));
  if (patterns.length === 0) return undefined;
  const given = hasParenthesis ? readArguments(text, at) : [readBareArgument(text, at)];
  for (const pattern of patterns) {
    if (!hasEnoughArguments(pattern, called, given, evidence)) continue;
    const values = valuesOf(given, pattern);
    const keys = values.flatMap((value) => (value.kind === 'literal' ? [value.key] : []));
    const constants = values.flatMap((value) => (value.kind === 'name' ? [value.path] : []));
    const mayHaveBoth = pattern.takesList === true || pattern.key?.length === 0;
    if (keys.length > 0) return { client: pattern.client, keys, constants: mayHaveBoth ? constants : [] };
    if (
      constants.length > 0 &&
      (isAnnotated(given) || (called.receiver === undefined && isMethodDefinition(text, at)))
    )
      return undefined;
    if (constants.length > 0) return { client: pattern.client, keys: [], constants };
  }
  return undefined;
}

/** Returns whether a call has a fallback, or otherwise shows twice that it is one of this client. */
function hasEnoughArguments(
  { client, minArguments = 0 }: CallPattern,
  { receiver }: CalledName,
  given: readonly Argument[],
  evidence: FileEvidence,
): boolean {
  return given.length >= minArguments || (isCalledLikeAClient(receiver) && evidence.mentions(client));
}

/** Returns the start and end of the called name, before blanks and type arguments. */
function nameBefore(text: string, at: number): [start: number, end: number] {
  let end = text.slice(Math.max(0, at - 200), at).trimEnd().length + Math.max(0, at - 200);
  // An optional call: `flags.value?.('checkout', 1)`.
  if (text.startsWith('?.', end - 2)) end -= 2;
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

/** Recognises `function isEnabled(key)` and `def is_enabled(key)`. */
function isDeclaration(text: string, start: number): boolean {
  return /\b(?:function\*?|def|fun|func|fn)\s+(?:\([^)]*\)\s*)?$/.test(
    text.slice(Math.max(0, start - 80), start),
  );
}

/** Recognises `isEnabled(name: string)`: the type in a TypeScript signature looks like the name of a constant. */
function isAnnotated(given: readonly Argument[]): boolean {
  return given.some(
    ({ label, value }) => label !== undefined && value.kind === 'name' && types.has(value.path.join('.')),
  );
}

const types = new Set(['string', 'any', 'unknown', 'boolean', 'number', 'String', 'FlagKey']);

/** Recognises `isEnabled(key) {`, which defines a method of JavaScript. */
function isMethodDefinition(text: string, at: number): boolean {
  return /^\s*(?::|\{|=>)/.test(getTextAfterCall(text, at));
}

/** Returns the values that a call passes where the pattern has its keys. */
function valuesOf(given: readonly Argument[], pattern: CallPattern): readonly ArgumentValue[] {
  const { key = [0], takesList = false, options, objects } = pattern;
  if (takesList) return given[0]?.value.kind === 'list' ? given[0].value.items : [];
  if (key.length > 0) return keysIn(given, key);
  return given.flatMap(({ value }) => {
    if (value.kind !== 'object') return [];
    const ofOptions = value.members
      .filter(({ label }) => label !== undefined && options?.includes(label) === true)
      .flatMap((member) => (member.value.kind === 'list' ? member.value.items : [member.value]));
    const ofObjects = (objects ?? []).flatMap((name) => {
      if (name === '') return value.names;
      const member = value.members.find(({ label }) => label === name)?.value;
      return member?.kind === 'object' ? member.names : [];
    });
    return [...ofOptions, ...ofObjects];
  });
}

/**
 * Returns the argument with a label of a key; otherwise the literals at the positions, or the first constant there.
 */
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

/** Reads the component whose name begins at `at`, behind the `<`: `Name attribute="key"`. */
export function readTag(text: string, at: number, tags: readonly TagPattern[]): Call | undefined {
  const tag = tags.find(({ name }) => text.startsWith(name, at) && !/\w/.test(text[at + name.length] ?? ''));
  if (tag === undefined) return undefined;
  const attributes = text.slice(at + tag.name.length, at + tag.name.length + 1_000);
  const end = attributes.search(/(?<!=)>/);
  const found = new RegExp(`\\s:?${tag.attribute}=(?:"([^"]*)"|'([^']*)'|\\{)`).exec(
    end < 0 ? attributes : attributes.slice(0, end),
  );
  if (found === null) return undefined;
  const literal = found[1] ?? found[2];
  if (literal !== undefined) {
    const key = keyFrom(literal);
    return key === undefined ? undefined : { client: tag.client, keys: [key], constants: [] };
  }
  const value = readArguments(attributes, found.index + found[0].length)[0]?.value;
  if (tag.namesKeys === true) {
    if (value?.kind !== 'object') return undefined;
    const keys = value.names.flatMap((name) => (name.kind === 'literal' ? [name.key] : []));
    const constants = value.names.flatMap((name) => (name.kind === 'name' ? [name.path] : []));
    return { client: tag.client, keys, constants };
  }
  if (value?.kind === 'literal') return { client: tag.client, keys: [value.key], constants: [] };
  return value?.kind === 'name' ? { client: tag.client, keys: [], constants: [value.path] } : undefined;
}
