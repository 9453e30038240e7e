import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { errors } from '../errors/errors.ts';

type Decompress = (
  bytes: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, decoded: Buffer) => void,
) => void;

const decompressors: Readonly<Record<string, Decompress | undefined>> = {
  __proto__: null as never,
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotliDecompress,
};

/** Undoes one Content-Encoding, off the main thread. Output beyond `maxBytes` is never produced. */
export async function decodeBody(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '' || bytes.length === 0) return bytes;
  const decompress = decompressors[name];
  if (decompress === undefined) throw errors.unsupportedEncoding;
  return new Promise((resolve, reject) => {
    decompress(bytes, { maxOutputLength: maxBytes }, (error, decoded) => {
      if (error === null) resolve(decoded);
      else reject(isTooLarge(error) ? errors.bodyTooLarge : errors.undecodableBody);
    });
  });
}

function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
