import { errors } from '@bunting/service';
import { TokenType } from '@streamparser/json';
import type { Entry } from './snapshot.ts';

/**
 * Receives the members and entries of a body. Of everything else at most one token is in memory, and its length is limited.
 */
export interface SnapshotListener {
  /** Receives a member of the body, also `references`: then `isList` says whether its entries follow. */
  onMember(name: string, value: unknown, isList: boolean): void;
  /** Receives an entry; `undefined` = it is no object. Returns whether the entry is valid. */
  onEntry(entry: Entry | undefined): boolean;
  /** Throws because the body contains too many tokens that belong to no valid entry. */
  onTooMuchElse(): never;
}

/** Deeper bodies are refused: the parser keeps a frame for each level, and reads all of them for each value. */
const maxDepth = 32;
/** Tokens of a body that belong to no valid entry: some milliseconds of work. */
const maxOtherTokens = 100_000;
/** An entry with its four members has twenty tokens; the rest is for unknown members. */
const tokensPerEntry = 64;
/** The value of every object and list whose content is skipped. */
const container = {};

/**
 * The position of the next token: before the body, in it, in its list of references, in an entry of that list, or after
 * the body.
 */
type Position = 'body' | 'members' | 'references' | 'entry' | 'elsewhere';

/**
 * Follows the tokens of a body and reports its members and entries. It keeps one entry and no path, so that an entry of
 * a million members costs no more memory than an empty one.
 */
export class TokenInterpreter {
  readonly #listener: SnapshotListener;
  #position: Position = 'body';
  #depth = 0;
  /** The depth of the container whose content is skipped; 0 = none. */
  #skippedDepth = 0;
  #isObject = false;
  #isValueNext = false;
  #name = '';
  #entry = emptyEntry();
  #tokensLeft = maxOtherTokens;

  constructor(listener: SnapshotListener) {
    this.#listener = listener;
  }

  /** Throws errors.invalidJson if the body is too deep, or what the listener throws. */
  onToken(token: TokenType, value: unknown): void {
    if (--this.#tokensLeft < 0) this.#listener.onTooMuchElse();
    switch (token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        if (++this.#depth > maxDepth) throw errors.invalidJson;
        if (this.#skippedDepth === 0) this.#onOpen(token === TokenType.LEFT_BRACE);
        this.#isValueNext = false;
        return;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        if (this.#skippedDepth === 0) this.#onClose();
        else if (this.#skippedDepth === this.#depth) this.#skippedDepth = 0;
        this.#depth--;
        return;
      case TokenType.COLON:
        if (this.#skippedDepth === 0) this.#isValueNext = true;
        return;
      case TokenType.COMMA:
        return;
      default:
        if (this.#skippedDepth === 0) this.#onScalar(value);
    }
  }

  /** Ends the body. Throws errors.invalidJson if there was no token, errors.bodyNotObject if the body is no object. */
  end(): void {
    if (this.#position === 'body') throw errors.invalidJson;
    if (!this.#isObject) throw errors.bodyNotObject;
  }

  #onOpen(isBrace: boolean): void {
    if (this.#position === 'body' && isBrace) {
      this.#isObject = true;
      this.#position = 'members';
    } else if (this.#position === 'members' && !isBrace && this.#name === 'references') {
      this.#listener.onMember(this.#name, container, true);
      this.#position = 'references';
    } else if (this.#position === 'references' && isBrace) {
      this.#entry = emptyEntry();
      this.#position = 'entry';
    } else {
      this.#skippedDepth = this.#depth;
      this.#onValue(container);
    }
  }

  #onClose(): void {
    if (this.#position === 'entry') {
      if (this.#listener.onEntry(this.#entry)) this.#tokensLeft += tokensPerEntry;
      this.#position = 'references';
    } else {
      this.#position = this.#position === 'references' ? 'members' : 'elsewhere';
    }
  }

  #onScalar(value: unknown): void {
    const isInObject = this.#position === 'members' || this.#position === 'entry';
    if (isInObject && !this.#isValueNext) {
      this.#name = value as string;
    } else {
      this.#isValueNext = false;
      this.#onValue(value);
    }
  }

  #onValue(value: unknown): void {
    if (this.#position === 'body') this.#position = 'elsewhere';
    else if (this.#position === 'members') this.#listener.onMember(this.#name, value, false);
    else if (this.#position === 'references') this.#listener.onEntry(undefined);
    else if (this.#position === 'entry') setField(this.#entry, this.#name, value);
  }
}

/** Returns an entry that always has the same shape, because there are many entries. */
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
