import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const encodings = ['plain', 'gzip', 'br'] as const;

/** Returns a body as it is sent, with its header. */
export function compressed(
  text: string,
  encoding: string,
): { body: Buffer; headers: Record<string, string> } {
  const bytes = Buffer.from(text);
  if (encoding === 'gzip')
    return { body: gzipSync(bytes, { level: 1 }), headers: { 'Content-Encoding': 'gzip' } };
  if (encoding !== 'br') return { body: bytes, headers: {} };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return { body: brotliCompressSync(bytes, { params }), headers: { 'Content-Encoding': 'br' } };
}
