import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readSignatures, type SignatureVector } from '@bunting/contract';
import { itWith, programRequirement } from '@bunting/testing/requirements';
import { toSignature } from '@bunting/webhooks';

type Compute = (vector: SignatureVector) => string;

const { vectors, rejected } = readSignatures();

/** Other programs that compute the signatures of all vectors. */
const tools: Readonly<Record<string, () => string[]>> = {
  openssl: () =>
    vectors.map(({ secret, timestamp, body }) => {
      const key = `hexkey:${Buffer.from(secret).toString('hex')}`;
      const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key];
      return `v1=${run('openssl', args, `${timestamp}.${body}`).trim().split(' ').at(-1)}`;
    }),
  python3: () => JSON.parse(run('python3', ['-c', pythonProgram], JSON.stringify(vectors))) as string[],
};

const pythonProgram = `
import hmac, json, sys

def sign(vector):
    text = vector["timestamp"] + "." + vector["body"]
    return "v1=" + hmac.new(vector["secret"].encode(), text.encode(), "sha256").hexdigest()

print(json.dumps([sign(vector) for vector in json.loads(sys.stdin.buffer.read())]))`;

const signers: Record<string, Compute> = {
  'The sender': ({ secret, timestamp, body }) => toSignature(secret, timestamp, body),
  'The sender, given bytes,': ({ secret, timestamp, body }) =>
    toSignature(secret, timestamp, Buffer.from(body)),
  'RFC 2104, word by word,': computeByDefinition,
};

describe.each(Object.entries(signers))('%s signs', (_, sign) => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
    expect(sign(vector)).toBe(vector.signature);
  });

  it.each(rejected.map((vector) => [vector.name, vector] as const))('rejects: %s', (_name, vector) => {
    expect(sign(vector)).not.toBe(vector.signature);
  });
});

describe.each(Object.entries(tools))('%s', (name, signAll) => {
  itWith(programRequirement(name), 'computes the same signatures', () => {
    expect(signAll()).toEqual(vectors.map(({ signature }) => signature));
  });
});

/** Computes H(K ⊕ opad, H(K ⊕ ipad, text)) with a hash function only. */
function computeByDefinition({ secret, timestamp, body }: SignatureVector): string {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const given = Buffer.from(secret, 'utf8');
  const key = Buffer.alloc(64);
  (given.length > 64 ? sha256(given) : given).copy(key);
  const inner = sha256(key.map((byte) => byte ^ 0x36) as Buffer, Buffer.from(`${timestamp}.${body}`, 'utf8'));
  return `v1=${sha256(key.map((byte) => byte ^ 0x5c) as Buffer, inner).toString('hex')}`;
}

function run(command: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { input });
  if (status !== 0) throw new Error(`${command}: ${stderr.toString()}`);
  return stdout.toString();
}
