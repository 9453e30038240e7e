import { errors } from '@bunting/service';
import { JSONParser } from '@streamparser/json';
import { TokenInterpreter, type SnapshotListener } from './token-interpreter.ts';

export interface JsonScanner {
  /**
   * Scans some kilobytes at a time. Throws errors.invalidJson, errors.snapshotValueTooLong or the error of the
   * listener.
   */
  write(chunk: Buffer): void;
  /** Throws errors.invalidJson if the text is incomplete, errors.bodyNotObject if it is something else. */
  end(): void;
}

/** Strings and numbers grow in buffers of this size: character by character a number takes twenty times its length in memory. */
const bufferSize = 8 * 1024;
/** A stored value has at most 1,024 characters; a line of code that was not shortened may be this long. */
const maxTokenBytes = 64 * 1024;
/** U+FEFF in UTF-8, which many programs of Windows write in front of a text. It is ignored there. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

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

  /** Bytes of a byte order mark that have been read; 3 = all of it, or there is none. */
  let markBytes = 0;

  /** Returns the rest of a chunk after the byte order mark, which may be spread over several chunks. */
  function withoutMark(chunk: Buffer): Buffer {
    let at = 0;
    for (; markBytes < byteOrderMark.length && at < chunk.length; at += 1) {
      if (chunk[at] === byteOrderMark[markBytes]) markBytes += 1;
      else if (markBytes > 0) throw errors.invalidJson;
      else {
        markBytes = byteOrderMark.length;
        return chunk;
      }
    }
    return chunk.subarray(at);
  }

  return {
    write(given) {
      const chunk = markBytes < byteOrderMark.length ? withoutMark(given) : given;
      isEmpty &&= chunk.length === 0;
      // The parser would take more marks, also behind spaces.
      if (!hasBegun && chunk.find((byte) => !isSpace(byte)) === byteOrderMark[0]) throw errors.invalidJson;
      hasBegun ||= !chunk.every(isSpace);
      bytesSinceToken += chunk.length;
      parse(() => parser.write(chunk));
      // Space before and after the body takes no memory.
      if (bytesSinceToken > maxTokenBytes && hasBegun && !parser.isEnded) {
        throw errors.snapshotValueTooLong(maxTokenBytes);
      }
    },
    end() {
      if (isEmpty && markBytes % byteOrderMark.length !== 0) throw errors.invalidJson;
      if (isEmpty) return;
      parse(() => {
        if (!parser.isEnded) parser.end();
      });
      interpreter.end();
    },
  };
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
