import { errors } from '@bunting/service';
import { JSONParser } from '@streamparser/json';
import { TokenInterpreter, type SnapshotListener } from './token-interpreter.ts';

export interface JsonScanner {
  /** Some kilobytes at a time. Throws errors.invalidJson, errors.snapshotValueTooLong or what the listener throws. */
  write(chunk: Buffer): void;
  /** Throws errors.invalidJson if the text is incomplete, errors.bodyNotObject if it is something else. */
  end(): void;
}

/** Strings and numbers grow in buffers of this size: character by character a number takes twenty times its length in memory. */
const bufferSize = 8 * 1024;
/** What is stored of a value has at most 1,024 characters; a line of code that was not cut may be as long as this. */
const maxTokenBytes = 64 * 1024;
const byteOrderMark = 0xef;

/** Reads a body token by token. The parser checks the grammar and keeps nothing, because no path is selected. */
export function createJsonScanner(listener: SnapshotListener): JsonScanner {
  const parser = new JSONParser({
    stringBufferSize: bufferSize,
    numberBufferSize: bufferSize,
    paths: [],
    keepStack: false,
  });
  const interpreter = new TokenInterpreter(listener);
  let isEmpty = true;
  let hasBegun = false;
  /** Bytes since the end of the last token: those of the next token, and of the space before it. */
  let bytesSinceToken = 0;
  /** The error that the interpreter threw. Every other error of the parser means that the JSON is invalid. */
  let failure: unknown;
  parser.onToken = ({ token, value }) => {
    bytesSinceToken = 0;
    try {
      interpreter.onToken(token, value);
    } catch (error) {
      failure = error;
      throw error;
    }
  };

  function parse(step: () => void): void {
    try {
      step();
    } catch {
      // The parser's message would quote the body.
      if (failure instanceof Error) throw failure;
      throw errors.invalidJson;
    }
  }

  return {
    write(chunk) {
      // JSON.parse refuses a byte order mark, too.
      if (isEmpty && chunk[0] === byteOrderMark) throw errors.invalidJson;
      isEmpty &&= chunk.length === 0;
      hasBegun ||= !isSpace(chunk);
      bytesSinceToken += chunk.length;
      parse(() => parser.write(chunk));
      // Space before and after the body takes no memory.
      if (bytesSinceToken > maxTokenBytes && hasBegun && !parser.isEnded) {
        throw errors.snapshotValueTooLong(maxTokenBytes);
      }
    },
    end() {
      if (isEmpty) return;
      parse(() => {
        if (!parser.isEnded) parser.end();
      });
      interpreter.end();
    },
  };
}

function isSpace(chunk: Buffer): boolean {
  return chunk.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
