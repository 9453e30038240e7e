/** About two milliseconds of JSON.parse. */
const maxStepLength = 128 * 1024;
/** Rules, conditions, values and overrides, which make documents long, are all above this depth. */
const maxDepth = 7;

type Steps<Result> = Generator<undefined, Result, undefined>;

/**
 * Parses JSON as JSON.parse does, but a long list or object in steps that parse some of its members each. Throws what JSON.parse
 * throws, but does not detect all wrong commas and brackets, because PostgreSQL has validated what it stores.
 */
export function* parseInSteps(text: string): Steps<unknown> {
  const start = skipBlanks(text, 0);
  if (text.length <= maxStepLength || !isOpening(text.charCodeAt(start))) {
    const value: unknown = JSON.parse(text);
    yield;
    return value;
  }
  const { value, end } = yield* parseContainer(text, start, 1);
  if (skipBlanks(text, end) < text.length) refuse(text);
  return value;
}

/**
 * Parses the list or object that begins at `start`; `end` is behind its last bracket. A member that ends within a step's length is
 * parsed together with its neighbours. A longer one is parsed in steps of its own: the text is read once, whatever its depth.
 */
function* parseContainer(text: string, start: number, depth: number): Steps<{ value: unknown; end: number }> {
  const container = text.charCodeAt(start) === openBracket ? createList() : createRecord();
  let pieceStart = start + 1;
  let memberStart = pieceStart;
  for (;;) {
    let end = endOfMember(text, memberStart, memberStart + maxStepLength);
    const isLong = end === undefined;
    if (isLong || end! - pieceStart > maxStepLength) {
      // The members before this one are a piece of their own.
      if (memberStart > pieceStart) {
        container.addPiece(text.slice(pieceStart, memberStart - 1));
        yield;
      }
      pieceStart = memberStart;
    }
    if (isLong) {
      const valueStart = container.startOfValue(text, memberStart);
      const name = text.slice(memberStart, valueStart);
      const isNested = depth < maxDepth && isOpening(text.charCodeAt(valueStart));
      const nested = isNested ? yield* parseContainer(text, valueStart, depth + 1) : undefined;
      end = nested === undefined ? endOfMember(text, valueStart) : skipBlanks(text, nested.end);
      container.addMember(
        name,
        nested === undefined ? JSON.parse(text.slice(valueStart, end)) : nested.value,
      );
      yield;
    }
    const code = text.charCodeAt(end!);
    if (code !== comma && !isClosing(code)) refuse(text);
    if (code === comma) {
      memberStart = end! + 1;
      if (isLong) pieceStart = memberStart;
      continue;
    }
    if (!isLong) {
      container.addPiece(text.slice(pieceStart, end));
      yield;
    }
    return { value: container.value, end: end! + 1 };
  }
}

interface Container {
  readonly value: unknown;
  /** Adds members as they are between brackets, separated by commas. */
  addPiece(members: string): void;
  /** Adds one member; `name` is the text before its value. */
  addMember(name: string, value: unknown): void;
  /** Returns the index of the value of the member that begins at `memberStart`. */
  startOfValue(text: string, memberStart: number): number;
}

function createList(): Container {
  const value: unknown[] = [];
  return {
    value,
    addPiece(members) {
      for (const entry of JSON.parse(`[${members}]`) as unknown[]) value.push(entry);
    },
    addMember: (_name, entry) => void value.push(entry),
    startOfValue: skipBlanks,
  };
}

function createRecord(): Container {
  const value: Record<string, unknown> = {};
  return {
    value,
    addPiece(members) {
      const parsed = JSON.parse(`{${members}}`) as Record<string, unknown>;
      for (const name of Object.keys(parsed)) setMember(value, name, parsed[name]);
    },
    addMember(name, member) {
      setMember(value, JSON.parse(name.slice(0, name.lastIndexOf(':'))) as string, member);
    },
    startOfValue(text, memberStart) {
      const colon = text.indexOf(':', endOfString(text, text.indexOf('"', memberStart)));
      return colon < memberStart ? refuse(text) : skipBlanks(text, colon + 1);
    },
  };
}

/** Defines `__proto__` as JSON.parse does; an assignment would set the prototype. */
function setMember(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Returns the index of the comma or bracket after a member; `undefined` = the member does not end before `limit`. Without a limit,
 * throws the error of JSON.parse if it never ends.
 */
function endOfMember(text: string, start: number, limit?: number): number | undefined {
  const most = Math.min(limit ?? text.length, text.length);
  let depth = 0;
  for (let index = start; index < most; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) {
      if (depth === 0) return index;
      depth -= 1;
    } else if (code === comma && depth === 0) return index;
  }
  if (most < text.length) return undefined;
  return refuse(text);
}

/** Throws what JSON.parse throws for a malformed text. */
function refuse(text: string): never {
  JSON.parse(text);
  throw new SyntaxError('The text is not JSON.');
}

function skipBlanks(text: string, start: number): number {
  let index = start;
  while (index < text.length && text.charCodeAt(index) <= 0x20) index += 1;
  return index;
}

const isOpening = (code: number): boolean => code === openBrace || code === openBracket;
const isClosing = (code: number): boolean => code === closeBrace || code === closeBracket;

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
