/** Serialises the bodies of supertest: text and bytes go as they are, anything else as JSON. */
export function fromArguments(body: unknown): string {
  return typeof body === 'string' || Buffer.isBuffer(body) ? (body as string) : JSON.stringify(body);
}
