/** Rows in PostgreSQL's binary COPY format: https://www.postgresql.org/docs/current/sql-copy.html */
export interface CopyRows {
  /** Begins a row whose texts have `characters` UTF-16 units together. */
  begin(characters: number): void;
  /** Writes a field, or several, as `encodeField` encoded them. */
  fields(bytes: Uint8Array): void;
  /** Writes a text. PostgreSQL's text cannot contain U+0000: it refuses one. */
  text(value: string | null | undefined): void;
  integer(value: number | null | undefined): void;
  float(value: number | null | undefined): void;
  boolean(value: boolean): void;
  /** Milliseconds since 1970. */
  moment(ms: number): void;
  /** Returns a copy of the bytes written since the last call. The parts of a content follow each other. */
  take(): Buffer;
  /** Returns the rest, with the end of the content. Nothing can be written afterwards. */
  end(): Buffer;
}

const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Fixed parts of the widest row, with room to spare. */
const fixedBytes = 256;
const epochMs = Date.UTC(2000, 0, 1);

/** Creates an empty content. `expectedBytes` avoids growing the buffer. */
export function createCopyRows(columns: number, expectedBytes: number): CopyRows {
  let bytes = Buffer.allocUnsafe(header.length + expectedBytes + fixedBytes);
  let at = header.copy(bytes);

  function writeNull(): void {
    at = bytes.writeInt32BE(-1, at);
  }

  return {
    begin(characters) {
      const needed = at + fixedBytes + 3 * characters; // UTF-8 takes at most three bytes for a unit of UTF-16.
      if (needed > bytes.length) bytes = grown(bytes, at, needed);
      at = bytes.writeInt16BE(columns, at);
    },
    fields(given) {
      bytes.set(given, at);
      at += given.length;
    },
    text(value) {
      if (value === undefined || value === null) return writeNull();
      const length = bytes.write(value, at + 4, 'utf8');
      bytes.writeInt32BE(length, at);
      at += 4 + length;
    },
    integer(value) {
      if (value === undefined || value === null) return writeNull();
      bytes.writeInt32BE(4, at);
      at = bytes.writeInt32BE(value, at + 4);
    },
    float(value) {
      if (value === undefined || value === null) return writeNull();
      bytes.writeInt32BE(8, at);
      at = bytes.writeDoubleBE(value, at + 4);
    },
    boolean(value) {
      bytes.writeInt32BE(1, at);
      at = bytes.writeUInt8(value ? 1 : 0, at + 4);
    },
    moment(ms) {
      bytes.writeInt32BE(8, at);
      at = bytes.writeBigInt64BE(BigInt(Math.round(ms) - epochMs) * 1000n, at + 4);
    },
    take() {
      const taken = Buffer.from(bytes.subarray(0, at));
      at = 0;
      return taken;
    },
    end() {
      at = bytes.writeInt16BE(-1, at);
      return bytes.subarray(0, at);
    },
  };
}

/** Fields that are the same in many rows: each value with its length before it. */
export function encodeField(...values: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    values.flatMap((value) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(value.length);
      return [length, value];
    }),
  );
}

/** Parses a UUID with or without hyphens. */
export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function grown(bytes: Buffer, used: number, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(needed, 2 * bytes.length));
  bytes.copy(larger, 0, 0, used);
  return larger;
}
