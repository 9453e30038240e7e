import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packCommand, type PackedCommand } from './packed-command.ts';

let packed: PackedCommand;
beforeAll(async () => void (packed = await packCommand()));
afterAll(() => packed.remove());

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

describe('the packed command', () => {
  it('has the hash that is printed', () => {
    const archive = readFileSync(join(packed.folder, 'bunting-cli.tgz'));
    expect(packed.sha512).toBe(createHash('sha512').update(archive).digest('hex'));
  });

  it('runs from its folder without other files', () => {
    const command = join(packed.unpacked, 'dist/bunting-command.js');
    const version = execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8', env: {} });
    expect(version.trim()).toBe(manifest.version);
  });

  it('is installed without a registry', () => {
    const archive = join(packed.folder, 'bunting-cli.tgz');
    const prefix = join(packed.folder, 'prefix');
    // Nothing listens on this port.
    const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };
    execFileSync('npm', ['install', '--global', '--prefix', prefix, '--no-audit', archive], {
      env,
      stdio: 'pipe',
    });
    const version = execFileSync(join(prefix, 'bin/bunting'), ['--version'], { encoding: 'utf8' });
    expect(version.trim()).toBe(manifest.version);
  });

  it('can be published, also to a registry of your own', () => {
    expect(manifest).not.toHaveProperty('private');
  });
});
