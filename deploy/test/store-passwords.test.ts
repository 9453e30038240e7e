import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, findRedisProgram } from '@bunting/embedded-servers';
import { until } from '@bunting/testing';
import { findProgram } from '@bunting/testing/requirements';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { readComposeFile, readText } from './compose-file.ts';

const password = 'known-to-nobody-but-this-test';
let server: ChildProcess | undefined;
let folder = '';

afterEach(async () => {
  server?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as the container does, with the Redis of this machine under the image's names of the programs. */
async function startAsInContainer(command: readonly string[]): Promise<number> {
  folder = await mkdtemp(join(tmpdir(), 'bunting-store-'));
  const port = await findFreePort();
  await symlink(findProgram(findRedisProgram()!)!, join(folder, 'server'));
  const programs = {
    'docker-entrypoint.sh': '#!/bin/sh\nexec "$@"\n',
    'valkey-server': `#!/bin/sh\nexec ${folder}/server --port ${port} "$@"\n`,
  };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), text, { mode: 0o755 });
  }
  const [program, ...args] = command.map((word) => word.replaceAll('--dir /data', `--dir ${folder}`));
  server = spawn(program!, args, {
    cwd: folder,
    env: { PATH: `${folder}:${process.env['PATH']}`, REDISCLI_AUTH: password },
    stdio: 'ignore',
  });
  return port;
}

/** Returns the answers of a Redis to inline commands; empty while there is none. */
async function tell(port: number, ...lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(lines.map((line) => `${line}\r\n`).join(''));
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'close').catch(() => {});
  return answer;
}

async function expectAPasswordThatNobodySees(port: number): Promise<void> {
  await until(async () => (await tell(port, 'PING')).startsWith('-NOAUTH'));
  expect(await tell(port, `AUTH ${password}`, 'PING')).toBe('+OK\r\n+PONG\r\n');
  const settings = await tell(
    port,
    `AUTH ${password}`,
    'CONFIG GET maxmemory-policy',
    'CONFIG GET appendonly',
  );
  expect(settings).toMatch(/maxmemory-policy\r\n\$10\r\nnoeviction[^]*appendonly\r\n\$3\r\nyes/);
  const listed = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(server!.pid)], { encoding: 'utf8' });
  expect(listed).toContain(String(port));
  expect(listed).not.toContain(password);
}

describe('Redis requires its password, which no list of processes shows', () => {
  it('with Docker Compose', async () => {
    // Compose replaces two dollar signs by one.
    const command = readComposeFile().services['redis']!.command!.map((word) => word.replaceAll('$$', '$'));
    await expectAPasswordThatNobodySees(await startAsInContainer(command));
  });

  it('in the trial on Kubernetes', async () => {
    const { command, env } = redisOfTrial();
    const key = { secretKeyRef: { name: 'bunting-secrets', key: 'VALKEY_PASSWORD' } };
    expect(env).toEqual([{ name: 'REDISCLI_AUTH', valueFrom: key }]);
    await expectAPasswordThatNobodySees(await startAsInContainer(command));
  });
});

function redisOfTrial(): { command: string[]; env: unknown } {
  const manifests = parseAllDocuments(readText('k8s/rendered/trial.yaml')).map(
    (each) => each.toJS() as { kind: string; metadata: { name: string }; spec: StatefulSetSpec },
  );
  const found = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'redis');
  return found!.spec.template.spec.containers[0]!;
}

interface StatefulSetSpec {
  readonly template: {
    readonly spec: { readonly containers: readonly { command: string[]; env: unknown }[] };
  };
}
