/** About two milliseconds of JSON.parse. */
const maxStepLength = 128 * 1024;
/** Rules, conditions, values and overrides, which make documents long, are all above this depth. */
const maxDepth = 7;

/**
 * Parses JSON as JSON.parse does, but a long list or object in steps that parse some of its members each. Throws what JSON.parse
 * throws, but does not detect all wrong commas and brackets, because PostgreSQL has validated what it stores.
 */
export function* parseInSteps(text: string, depth = 0): Generator<undefined, unknown, undefined> {
  const first = text.trimStart()[0];
  if (text.length <= maxStepLength || depth === maxDepth || (first !== '{' && first !== '[')) {
    const value: unknown = JSON.parse(text);
    yield;
    return value;
  }
  const isList = first === '[';
  const list: unknown[] = [];
  const record: Record<string, unknown> = {};
  for (const members of membersOf(text)) {
    yield;
    if (members === '') continue;
    if (members.length > maxStepLength) {
      const name = isList ? '' : nameOf(members);
      const value = yield* parseInSteps(members.slice(name.length), depth + 1);
      if (isList) list.push(value);
      else setMember(record, JSON.parse(name.slice(0, name.lastIndexOf(':'))) as string, value);
    } else if (isList) {
      for (const value of JSON.parse(`[${members}]`) as unknown[]) list.push(value);
    } else {
      const some = JSON.parse(`{${members}}`) as Record<string, unknown>;
      for (const name of Object.keys(some)) setMember(record, name, some[name]);
    }
  }
  return isList ? list : record;
}

/** Defines `__proto__` as JSON.parse does; an assignment would set the prototype. */
function setMember(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Cuts the text between the brackets at commas into pieces of one step's length; a longer member is one piece. */
function* membersOf(text: string): Generator<string> {
  const start = text.search(/[[{]/) + 1;
  let [pieceStart, memberStart, depth] = [start, start, 0];
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) depth -= 1;
    const isEnd = depth < 0;
    if (!isEnd && (depth > 0 || code !== comma)) continue;
    // The last member would make the piece too long.
    if (memberStart > pieceStart && index - pieceStart > maxStepLength) {
      yield text.slice(pieceStart, memberStart - 1);
      pieceStart = memberStart;
    }
    if (isEnd) {
      yield text.slice(pieceStart, index).trim();
      if (text.slice(index + 1).trim() !== '') JSON.parse(text);
      return;
    }
    memberStart = index + 1;
  }
  // The text ends too early: JSON.parse throws the error.
  JSON.parse(text);
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The text before the value: `"name" : `. */
function nameOf(member: string): string {
  const end = endOfString(member, member.indexOf('"'));
  return member.slice(0, member.indexOf(':', end) + 1);
}

const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
