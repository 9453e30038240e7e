/** Serialises bodies for supertest: text and bytes are sent unchanged, anything else as JSON. */
export function fromArguments(body: unknown): string {
  return typeof body === 'string' || Buffer.isBuffer(body) ? (body as string) : JSON.stringify(body);
}
