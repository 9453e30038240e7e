import { errors } from '@bunting/service';
import { JSONParser, TokenType } from '@streamparser/json';
import type { Entry } from './snapshot.ts';

/** Hears what a body holds. Of everything else no more than one token is ever in memory, and that is not long. */
export interface SnapshotListener {
  /** A member of the body, `references` included: then `isList` tells whether its entries follow. */
  onMember(name: string, value: unknown, isList: boolean): void;
  /** `undefined` = an entry that is no object. Says whether it is a good one. */
  onEntry(entry: Entry | undefined): boolean;
  /** What the body holds beside good entries takes too long to be read. Throws. */
  onTooMuchElse(): never;
}

export interface JsonScanner {
  /** Throws errors.invalidJson, errors.snapshotValueTooLong or what the listener throws. Some kilobytes at a time. */
  write(chunk: Buffer): void;
  /** Throws errors.invalidJson when the text is not whole, errors.bodyNotObject when it holds something else. */
  end(): void;
}

/** Deeper bodies are refused: the parser keeps a frame for each level, and looks at all of them for each value. */
const maxDepth = 32;
/** Strings and numbers grow in buffers of this size: by the character, a number takes twenty times its length in memory. */
const bufferSize = 8 * 1024;
/** What is kept of a value has at most 1,024 characters; a line of code that was not cut may be as long as this. */
const maxTokenBytes = 64 * 1024;
/** Tokens of a body that are no part of a good entry: some milliseconds' work. */
const maxOtherTokens = 100_000;
/** An entry with its four members has twenty; some more for members that nobody knows. */
const tokensPerEntry = 64;
const byteOrderMark = 0xef;
/** Stands for every object and list whose content nobody asks for. */
const container = {};

/**
 * Reads a body token by token. The parser checks the grammar but keeps nothing, for no path is selected. What the tokens
 * mean is made out here, so that an entry of a million members costs no more memory than an empty one.
 */
export function createJsonScanner(listener: SnapshotListener): JsonScanner {
  const parser = new JSONParser({
    stringBufferSize: bufferSize,
    numberBufferSize: bufferSize,
    paths: [],
    keepStack: false,
  });
  let place: 'body' | 'members' | 'references' | 'entry' | 'elsewhere' = 'body';
  let depth = 0;
  /** Where a container began whose content is passed over; 0 = none is open. */
  let ignoredFrom = 0;
  let isEmpty = true;
  let isObject = false;
  let isValueNext = false;
  let name = '';
  let entry = emptyEntry();
  let tokensLeft = maxOtherTokens;
  /** Since the last token ended: of the next one, and of the space before it. */
  let bytesSinceToken = 0;
  let hasBegun = false;

  function onToken(token: TokenType, value: unknown): void {
    bytesSinceToken = 0;
    if (--tokensLeft < 0) listener.onTooMuchElse();
    switch (token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        if (++depth > maxDepth) throw errors.invalidJson;
        if (ignoredFrom === 0) onOpen(token === TokenType.LEFT_BRACE);
        isValueNext = false;
        return;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        if (ignoredFrom === 0) onClose();
        else if (ignoredFrom === depth) ignoredFrom = 0;
        depth--;
        return;
      case TokenType.COLON:
        if (ignoredFrom === 0) isValueNext = true;
        return;
      case TokenType.COMMA:
        return;
      default:
        if (ignoredFrom === 0) onScalar(value);
    }
  }

  function onOpen(isBrace: boolean): void {
    if (place === 'body' && isBrace) {
      isObject = true;
      place = 'members';
    } else if (place === 'members' && !isBrace && name === 'references') {
      listener.onMember(name, container, true);
      place = 'references';
    } else if (place === 'references' && isBrace) {
      entry = emptyEntry();
      place = 'entry';
    } else {
      ignoredFrom = depth;
      onValue(container);
    }
  }

  function onClose(): void {
    if (place === 'entry') {
      if (listener.onEntry(entry)) tokensLeft += tokensPerEntry;
      place = 'references';
    } else {
      place = place === 'references' ? 'members' : 'elsewhere';
    }
  }

  function onScalar(value: unknown): void {
    if ((place === 'members' || place === 'entry') && !isValueNext) {
      name = value as string;
    } else {
      isValueNext = false;
      onValue(value);
    }
  }

  function onValue(value: unknown): void {
    if (place === 'body') place = 'elsewhere';
    else if (place === 'members') listener.onMember(name, value, false);
    else if (place === 'references') listener.onEntry(undefined);
    else if (place === 'entry') setField(entry, name, value);
  }

  /** What went wrong here or in the listener; everything else that is thrown says that the JSON is wrong. */
  let failure: unknown;
  parser.onToken = ({ token, value }) => {
    try {
      onToken(token, value);
    } catch (error) {
      failure = error;
      throw error;
    }
  };

  function parse(step: () => void): void {
    try {
      step();
    } catch {
      // The parser's message would quote the body back.
      if (failure instanceof Error) throw failure;
      throw errors.invalidJson;
    }
  }

  return {
    write(chunk) {
      // JSON.parse knows no byte order mark either.
      if (isEmpty && chunk[0] === byteOrderMark) throw errors.invalidJson;
      isEmpty &&= chunk.length === 0;
      hasBegun ||= !isSpace(chunk);
      bytesSinceToken += chunk.length;
      parse(() => parser.write(chunk));
      // Space around the whole is nobody's memory.
      if (bytesSinceToken > maxTokenBytes && hasBegun && !parser.isEnded) {
        throw errors.snapshotValueTooLong(maxTokenBytes);
      }
    },
    end() {
      if (isEmpty) return;
      parse(() => {
        if (!parser.isEnded) parser.end();
      });
      // Nothing but space.
      if (place === 'body') throw errors.invalidJson;
      if (!isObject) throw errors.bodyNotObject;
    },
  };
}

function isSpace(chunk: Buffer): boolean {
  return chunk.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

/** Always the same shape, for there are many. */
function emptyEntry(): Entry {
  return { key: undefined, file: undefined, line_number: undefined, snippet: undefined };
}

function setField(entry: Entry, name: string, value: unknown): void {
  switch (name) {
    case 'key':
      entry.key = value;
      break;
    case 'file':
      entry.file = value;
      break;
    case 'line_number':
      entry.line_number = value;
      break;
    case 'snippet':
      entry.snippet = value;
      break;
  }
}
