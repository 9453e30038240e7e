import { importsFlags, receiverOfFlags } from './flag-words.ts';

/** The local names of our packages' functions and clients in a JavaScript file. */
export interface BuntingNames {
  /** The file's own name of a function → the name that the package gives it: `import { useVariable as useFlag }`. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Functions that were taken from a client: `const { value } = flags`. */
  readonly functions: ReadonlySet<string>;
  /** Variables, members and parameters that hold a client. */
  readonly clients: ReadonlySet<string>;
  readonly testClients: ReadonlySet<string>;
}

const exported =
  'useVariable|useVariableDetails|useTrack|useBunting|createClient|createServerClient|createLocalClient|createTestClient|createTestServerClient|BuntingWebProvider|BuntingServerProvider';
const methods = 'value|details|values|override|evaluations|track';

const named = /\b(?:import|export)\b[^;{}]{0,200}\{([^{}]{0,2000})\}/g;
const destructured = /\b(?:const|let|var)\s*\{([^{}]{0,1000})\}\s*(?::[^=;\n]{0,100})?=\s*([^;\n]{1,300})/g;
const copied = new RegExp(
  String.raw`\b(?:const|let|var)\s+(\w+)\s*(?::[^=;\n]{0,100})?=\s*((?:[\w$]+\??\.){0,8})(${exported}|${methods})(?:\.bind\([^()\n]{0,100}\))?\s*(?:[;\n,]|$)`,
  'g',
);
const makesTrack = /\b(?:const|let|var)\s+(\w+)\s*=\s*(\w+)\(\)/g;
const madeClient =
  /(?<![\w$])([\w$]+)\s*(?::[^=;\n]{0,100})?=\s*(?:await\s+)?(?:new\s+)?(?:[\w$]+\??\.){0,8}(\w+)\s*(?:<[^<>\n]{0,100}>)?\(/g;
const typedClient =
  /(?<![\w$])([\w$]+)\??\s*:\s*(?:ServerClient|UserClient|LocalClient|LocalUserClient|TestClient|TestServerClient|Client)\b/g;

const makers = new Set(['createClient', 'createServerClient', 'createLocalClient', 'useBunting', 'forUser']);
const testMakers = new Set(['createTestClient', 'createTestServerClient']);
const isExported = new RegExp(`^(?:${exported})$`);
const isMethod = new RegExp(`^(?:${methods})$`);

/** Reads the names from the text of one file. It looks at imports, exports and assignments alone. */
export function readBuntingNames(text: string): BuntingNames {
  const aliases = new Map<string, string>();
  const functions = new Set<string>();
  const clients = new Set<string>();
  const testClients = new Set<string>();
  const original = (name: string): string => aliases.get(name) ?? name;
  const alias = (local: string, from: string): void => {
    if (local !== from) aliases.set(local, from);
  };

  for (const [, list = ''] of text.matchAll(named)) {
    for (const [, from = '', local = ''] of list.matchAll(/(\w+)\s+as\s+(\w+)/g))
      if (isExported.test(from)) alias(local, from);
  }
  for (const [, list = '', source = ''] of text.matchAll(destructured)) {
    for (const [, from = '', local = from] of list.matchAll(/(\w+)(?:\s*:\s*(\w+))?\s*(?:=[^,]*)?(?:,|$)/g)) {
      if (isExported.test(from)) alias(local, from);
      if (!isMethod.test(from) || !isClient(source)) continue;
      functions.add(local);
      alias(local, from);
    }
  }
  const mayMake =
    text.includes('Client') || text.includes('useBunting') || text.includes('forUser') || aliases.size > 0;
  for (const [, name = '', maker = ''] of mayMake ? text.matchAll(madeClient) : []) {
    if (makers.has(original(maker)) || testMakers.has(original(maker))) clients.add(name);
    if (testMakers.has(original(maker))) testClients.add(name);
  }
  for (const [, name = ''] of text.includes('Client') ? text.matchAll(typedClient) : []) clients.add(name);
  for (const [, local = '', path = '', from = ''] of text.matchAll(copied)) {
    const receiver = /([\w$]+)\??\.$/.exec(path)?.[1] ?? '';
    if (isMethod.test(from) && !clients.has(receiver) && !receiverOfFlags.test(receiver)) continue;
    if (isMethod.test(from)) functions.add(local);
    alias(local, from);
  }
  for (const [, local = '', maker = ''] of text.matchAll(makesTrack)) {
    if (original(maker) !== 'useTrack') continue;
    functions.add(local);
    alias(local, 'track');
  }
  return { aliases, functions, clients, testClients };

  function isClient(source: string): boolean {
    if (/\b(?:require|import)\s*\(/.test(source)) return false;
    const words = source.match(/[\w$]+/g) ?? [];
    return words.some(
      (word) =>
        makers.has(original(word)) ||
        testMakers.has(original(word)) ||
        clients.has(word) ||
        receiverOfFlags.test(word),
    );
  }
}

const start = 8_192;

/** Returns whether a file may have such names: it mentions Bunting or our hooks, or begins with imports of flags. */
export function mayHaveBuntingNames(bytes: Buffer): boolean {
  if (bytes.includes('unting') || bytes.includes('useVariable')) return true;
  const head = bytes.subarray(0, start);
  return (head.includes('lag') || head.includes('oggle')) && importsFlags(head.toString('latin1'));
}

/** Returns the offsets after the parenthesis of each call of an alias. */
export function findAliasCalls(text: string, aliases: ReadonlyMap<string, string>): number[] {
  if (aliases.size === 0) return [];
  const names = [...aliases.keys()].join('|');
  const call = new RegExp(String.raw`(?<![\w$.])(?:${names})\s*(?:<[^\n()]{0,100}>)?\s*\(`, 'g');
  return Array.from(text.matchAll(call), (match) => match.index + match[0].length);
}

/** Returns the offsets after the parenthesis of each call of a method on one of the objects. */
export function findMethodCalls(text: string, objects: ReadonlySet<string>, method: string): number[] {
  if (objects.size === 0) return [];
  const names = [...objects].map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
  const call = new RegExp(String.raw`(?<![\w$])(?:${names})\s*[?!]?\.\s*${method}\s*\(`, 'g');
  return Array.from(text.matchAll(call), (match) => match.index + match[0].length);
}
