/** The most that is read of one answer, decompressed. The largest one is a list of all keys of a large snapshot. */
export const maxAnswerBytes = 64 * 1024 * 1024;

/** Reads the text of a body; undefined if it has more bytes: the rest is not read, and the connection is closed. */
export async function readText(answer: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
