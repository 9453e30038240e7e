/** About two milliseconds of JSON.parse. */
const longestStep = 128 * 1024;
/** Documents are long where they have many rules, conditions, values or overrides, and all of those lie above this depth. */
const deepest = 7;

/**
 * As JSON.parse, but a long text is read piece by piece: what is long is a list or an object of many members, and each step
 * reads some of them. Throws what JSON.parse throws, but is lenient about commas and kinds of brackets: PostgreSQL has checked
 * what it stores.
 */
export function* parseInSteps(text: string, depth = 0): Generator<undefined, unknown, undefined> {
  const first = text.trimStart()[0];
  if (text.length <= longestStep || depth === deepest || (first !== '{' && first !== '[')) {
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
    if (members.length > longestStep) {
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

/** Assigning to `__proto__` would not make a member, as JSON.parse does. */
function setMember(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}

/** What stands between the brackets, cut at commas: pieces as long as one step, a longer member by itself. */
function* membersOf(text: string): Generator<string> {
  const start = text.search(/[[{]/) + 1;
  let [pieceStart, memberStart, depth] = [start, start, 0];
  for (let place = start; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === quote) place = endOfString(text, place);
    else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) depth -= 1;
    const isEnd = depth < 0;
    if (!isEnd && (depth > 0 || code !== comma)) continue;
    // The last member does not fit in beside those before it.
    if (memberStart > pieceStart && place - pieceStart > longestStep) {
      yield text.slice(pieceStart, memberStart - 1);
      pieceStart = memberStart;
    }
    if (isEnd) {
      yield text.slice(pieceStart, place).trim();
      if (text.slice(place + 1).trim() !== '') JSON.parse(text);
      return;
    }
    memberStart = place + 1;
  }
  // It does not end: JSON.parse says where.
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

/** `"name" : `, as far as to the value. */
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
