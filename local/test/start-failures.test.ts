import { afterAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeDataParent } from './make-data-parent.ts';
import { freePorts, runStart } from './start-command.ts';

const folder = await makeDataParent('bunting-failures-');
const ports = await freePorts();
const [port, evalApiPort] = [Number(ports['PORT']), Number(ports['EVAL_API_PORT'])];

afterAll(() => rm(folder, { recursive: true, force: true }));

async function failureOf(more: Record<string, string>): Promise<string> {
  const { code, output } = await runStart({ ...ports, ...more }).ended;
  expect(code).toBe(1);
  return output;
}

describe('npm start fails in one sentence', () => {
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere') };

  it('when ports are taken', async () => {
    const servers = [port, evalApiPort].map((number) => createServer().listen(number));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const output = await failureOf(elsewhere);
    for (const server of servers) server.close();
    expect(output).toContain(`Port ${port} is taken: stop the other process, or set PORT to another port.`);
    expect(output).toContain(`Port ${evalApiPort} is taken: stop the other process, or set EVAL_API_PORT to`);
  });

  it.each([
    ['DATABASE_URL', 'postgresql://somebody:hunter2@127.0.0.1:1/bunting'],
    ['REDIS_URL', 'redis://somebody:hunter2@127.0.0.1:1'],
  ])('when %s leads nowhere', async (variable, url) => {
    const output = await failureOf({ ...elsewhere, [variable]: url });
    expect(output).toMatch(
      new RegExp(`^Can't connect to ${variable} \\(127\\.0\\.0\\.1:1: .*ECONNREFUSED`, 'm'),
    );
    expect(output).not.toContain('hunter2');
  });

  it('when the data directory cannot be made', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await failureOf({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(
      /^Can't write to DATA_DIR \(/m,
    );
  });

  it('when the data directory contains other files', async () => {
    const output = await failureOf({ DATA_DIR: folder });
    expect(output).toMatch(/^DATA_DIR \(.*\) contains other files, such as .*: use an empty directory\.$/m);
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('when a newer release has used the data directory', async () => {
    const newer = join(folder, 'newer');
    await mkdir(newer);
    await writeFile(join(newer, 'version'), '99.1.0\n');
    const output = await failureOf({ DATA_DIR: newer });
    expect(output).toMatch(
      /^Bunting 99\.1\.0 has used the data in .*, and this is Bunting \d+\.\d+\.\d+: start 99\.1\.0 or newer, or use another directory or volume\.$/m,
    );
  });

  it('when HOST is no address of this machine', async () => {
    const output = await failureOf({ ...elsewhere, HOST: '192.0.2.1' });
    expect(output).toContain("192.0.2.1 isn't an address of this machine: change HOST.");
  });

  it('when the bootstrap document has problems, with every path', async () => {
    const document = join(folder, 'document.yaml');
    await writeFile(document, 'organisations:\n  - slug: acme\n    plan: gold\n    status: gone\n');
    const output = await failureOf({ ...elsewhere, BOOTSTRAP_FILE: document });
    expect(output).toContain('organisations[0].plan');
    expect(output).toContain('organisations[0].status');
  });

  it('when there is no bootstrap document', async () => {
    const output = await failureOf({ ...elsewhere, BOOTSTRAP_FILE: join(folder, 'missing.yaml') });
    expect(output).toMatch(/^Can't read BOOTSTRAP_FILE \(/m);
  });

  it('when settings are wrong, naming each', async () => {
    const output = await failureOf({ ...elsewhere, PORT: 'http', REDIS_URL: 'nowhere' });
    expect(output).toMatch(/2 errors:\n {2}PORT must .*\n {2}REDIS_URL must /);
  });
});
