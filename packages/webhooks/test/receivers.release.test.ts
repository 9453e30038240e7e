import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import { until } from '@bunting/testing';
import { describeWith, programRequirement, type Requirement } from '@bunting/testing/requirements';
import { toSignature } from '@bunting/webhooks';

const guide = readFileSync(new URL('../../../docs/reference/webhooks.md', import.meta.url), 'utf8');
const secret = 'whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';

interface Language {
  readonly name: string;
  /** The language of the code block in docs/reference/webhooks.md. */
  readonly tag: string;
  readonly file: string;
  /** Commands that lead from the file to a running receiver; the last one is the receiver. */
  readonly commands: readonly (readonly [string, ...string[]])[];
}

const languages: readonly Language[] = [
  { name: 'Node.js', tag: 'js', file: 'receiver.mjs', commands: [[process.execPath, 'receiver.mjs']] },
  { name: 'Python', tag: 'python', file: 'receiver.py', commands: [['python3', 'receiver.py']] },
  { name: 'Go', tag: 'go', file: 'receiver.go', commands: [['go', 'build', 'receiver.go'], ['./receiver']] },
];

const requirements: Record<string, Requirement<string>> = {
  'Node.js': { name: 'Node.js here', found: process.execPath },
  Python: programRequirement('python3'),
  Go: {
    ...programRequirement('go', 'golang-go'),
    isOptionalBecause: 'half a gigabyte is much for one program',
  },
};

describe.each(languages)('The receiver in $name', ({ tag }) => {
  it('stands in docs/reference/webhooks.md', () => {
    expect(snippetOf(tag)).toContain('WEBHOOK_SECRET');
  });
});

for (const { name, tag, file, commands } of languages) {
  describeWith(requirements[name]!, `The receiver in ${name}, as docs/reference/webhooks.md has it,`, () => {
    let folder: string;
    let url: string;
    let receiver: ChildProcess;
    let said = '';

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'bunting-receiver-'));
      writeFileSync(join(folder, file), snippetOf(tag));
      const port = await findFreePort();
      url = `http://127.0.0.1:${port}/flags`;
      const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
      for (const [command, ...args] of commands.slice(0, -1)) {
        const { status, stderr } = spawnSync(command, args, { cwd: folder });
        if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.toString()}`);
      }
      const [command, ...args] = commands.at(-1)!;
      receiver = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      receiver.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await until(() => isListening(port));
    });

    afterAll(() => {
      receiver?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });

    const now = () => Math.floor(Date.now() / 1_000);
    const bodyOf = (id: string) =>
      JSON.stringify({ id, type: 'feature.updated', data: { name: 'Für 日本 🎌' } });
    const post = async (body: string, headers: Record<string, string>) => {
      const { status } = await fetch(url, { method: 'POST', body, headers });
      return status < 300 ? 'taken' : status;
    };
    const signed = (body: string, seconds = now(), key = secret) => ({
      'X-Service-Timestamp': String(seconds),
      'X-Service-Signature': toSignature(key, String(seconds), body),
    });

    it('accepts a signed request, and processes it', async () => {
      expect(await post(bodyOf('a'), signed(bodyOf('a')))).toBe('taken');
      await untilSaid('handled a feature.updated');
    });

    it('accepts the bytes as they are, whatever white space they contain', async () => {
      const body = ` {\r\n  "type" : "member.joined",  "id" : "b" }\n`;
      expect(await post(body, signed(body))).toBe('taken');
      await untilSaid('handled b member.joined');
    });

    it('accepts a repeat without processing it again', async () => {
      expect(await post(bodyOf('c'), signed(bodyOf('c')))).toBe('taken');
      expect(await post(bodyOf('c'), signed(bodyOf('c'), now() - 60))).toBe('taken');
      expect(await post(bodyOf('d'), signed(bodyOf('d')))).toBe('taken');
      await untilSaid('handled d');
      expect(said.match(/handled c/g)).toHaveLength(1);
    });

    it.each([-290, 290])('accepts a timestamp that is %i seconds off', async (seconds) => {
      expect(await post(bodyOf('e'), signed(bodyOf('e'), now() + seconds))).toBe('taken');
    });

    it.each<[string, string, Record<string, string>]>([
      ['a timestamp that is too old', bodyOf('f'), signed(bodyOf('f'), now() - 310)],
      ['one from the future', bodyOf('f'), signed(bodyOf('f'), now() + 400)],
      ['another body', bodyOf('g'), signed(bodyOf('f'))],
      ['another secret', bodyOf('f'), signed(bodyOf('f'), now(), 'whsec_other')],
      [
        'a signature without its time',
        bodyOf('f'),
        { 'X-Service-Signature': toSignature(secret, '', bodyOf('f')) },
      ],
      ['a time without a signature', bodyOf('f'), { 'X-Service-Timestamp': String(now()) }],
      ['a time that is no number', bodyOf('f'), { ...signed(bodyOf('f')), 'X-Service-Timestamp': 'now' }],
      [
        'a time of a thousand digits',
        bodyOf('f'),
        { ...signed(bodyOf('f')), 'X-Service-Timestamp': '9'.repeat(1_000) },
      ],
      [
        'a signature of another length',
        bodyOf('f'),
        { ...signed(bodyOf('f')), 'X-Service-Signature': 'v1=00' },
      ],
      [
        'a signature that is no text',
        bodyOf('f'),
        { ...signed(bodyOf('f')), 'X-Service-Signature': '\u00E9' },
      ],
      ['a request with neither', bodyOf('f'), {}],
    ])('refuses %s', async (_, body, headers) => {
      expect(await post(body, headers)).toBe(401);
      expect(said).not.toContain('handled f');
    });

    const untilSaid = (text: string) => until(() => said.includes(text));
  });
}

function snippetOf(tag: string): string {
  const [, code] = new RegExp(`\\n\`\`\`${tag}\\n([^]*?)\\n\`\`\`\\n`).exec(guide) ?? [];
  if (code === undefined) throw new Error(`docs/reference/webhooks.md has no code in ${tag}.`);
  return `${code}\n`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
