import { clientWords, type CallPattern } from '../languages/language.ts';
import { readBuntingNames, type BuntingNames } from './bunting-names.ts';
import { anyClient, importsFlags, receiverOfFlags } from './flag-words.ts';

const importsFlagsInLine =
  /^.{0,200}\b(?:import|require|require_once|require_relative|use|using|from|include)\b.{0,200}(?:flag|feature|toggle)/im;
const clientNames =
  /\b(?:create(?:Server|Local|Test|TestServer)?Client|useBunting|forUser|(?:Server|User|Local|LocalUser)Client)\b/;
/** Objects of the language with methods of the same names. */
const builtIns = new Set(['Object', 'Array', 'Map', 'Set', 'Math', 'JSON', 'Promise', 'Reflect', 'console']);

/** Which flag clients a file mentions. The text is searched when a pattern asks for it. */
export interface FileEvidence {
  mentions(client: CallPattern['client']): boolean;
  /**
   * Returns whether the file mentions any client, or imports something with "flag", "feature" or "toggle" in its
   * name.
   */
  isAboutFlags(): boolean;
  /** Returns whether the file imports something with "flag" or "toggle" in its name. */
  importsFlags(): boolean;
  /** Returns whether the file has the name of a function that creates a Bunting client, or of a client's type. */
  makesClients(): boolean;
  /** Returns the file's names for Bunting's functions and clients. */
  ours(): BuntingNames;
}

// The names of our calls are common, so these are asked of many files: searching for a text is ten times faster than an expression.
function mentionsUs(text: string): boolean {
  return (text.includes('unting') || text.includes('UNTING')) && clientWords.Bunting.test(text);
}

function hasClientName(text: string): boolean {
  const mayHave = text.includes('Client') || text.includes('useBunting') || text.includes('forUser');
  return mayHave && clientNames.test(text);
}

export function createFileEvidence(text: string): FileEvidence {
  const mentioned = new Map<string, boolean>();
  let aboutFlags: boolean | undefined;
  let imports: boolean | undefined;
  let makes: boolean | undefined;
  let ours: BuntingNames | undefined;
  return {
    mentions(client) {
      let answer = mentioned.get(client);
      if (answer === undefined)
        mentioned.set(
          client,
          (answer = client === 'Bunting' ? mentionsUs(text) : clientWords[client].test(text)),
        );
      return answer;
    },
    isAboutFlags: () => (aboutFlags ??= anyClient.test(text) || importsFlagsInLine.test(text)),
    importsFlags: () => (imports ??= importsFlags(text)),
    makesClients: () => (makes ??= hasClientName(text)),
    ours: () => (ours ??= readBuntingNames(text)),
  };
}

/** The name of a called function, and that of the object it is called on; undefined for a function. */
export interface CalledName {
  readonly name: string;
  readonly receiver: string | undefined;
}

/**
 * Returns whether the receiver of a call or the file shows what the pattern needs, so that the call is one of this
 * client.
 */
export function matchesEvidence(
  { needs, client }: CallPattern,
  { name, receiver }: CalledName,
  evidence: FileEvidence,
): boolean {
  if (needs === undefined) return true;
  if (needs === 'client')
    return (receiver !== undefined && clientWords[client].test(receiver)) || evidence.mentions(client);
  if (needs === 'receiver') return isCalledLikeAClient(receiver) || evidence.isAboutFlags();
  if (needs === 'test client') return receiver !== undefined && evidence.ours().testClients.has(receiver);
  if (receiver === undefined) return evidence.ours().functions.has(name);
  if (builtIns.has(receiver)) return false;
  return (
    isCalledLikeAClient(receiver) ||
    evidence.mentions(client) ||
    evidence.importsFlags() ||
    (evidence.makesClients() && evidence.ours().clients.has(receiver))
  );
}

/** Recognises `flags`, `this.client`, and a client for one user: `flags.forUser(user)`. */
export function isCalledLikeAClient(receiver: string | undefined): boolean {
  return receiver !== undefined && (receiver === 'forUser' || receiverOfFlags.test(receiver));
}

/**
 * Returns the name of the object a method is called on: `this.flags.` → flags, `getClient().` → getClient; undefined for a
 * function.
 */
export function receiverBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - 200), start);
  const joint = /(?:\?\.|!\.|\.|->|::)\s*$/.exec(before);
  if (joint === null) return undefined;
  return lastName(before.slice(0, joint.index), 0);
}

const maxNesting = 3;

/** Returns the name that a text ends with, before arguments and indexes. `(await getFlags())` → getFlags. */
function lastName(text: string, depth: number): string {
  let left = text.trimEnd();
  let inside = '';
  for (let closings = 0; closings < 3 && /[)\]]$/.test(left); closings++) {
    const opening = openingOf(left);
    inside = left.slice(opening + 1, -1);
    left = left.slice(0, opening).trimEnd();
  }
  const name = /([A-Za-z_$@][\w$]*)[?!]*$/.exec(left)?.[1] ?? '';
  if (name !== '' && !keywords.has(name)) return name;
  return inside === '' || depth >= maxNesting ? name : lastName(inside, depth + 1);
}

/** Words before a parenthesis that are no names of functions. */
const keywords = new Set([
  'return',
  'await',
  'yield',
  'if',
  'while',
  'switch',
  'typeof',
  'void',
  'in',
  'of',
  'not',
  'and',
  'or',
  'case',
]);

function openingOf(text: string): number {
  let depth = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    if (')]'.includes(text[i] as string)) depth++;
    else if ('(['.includes(text[i] as string) && --depth === 0) return i;
  }
  return 0;
}
