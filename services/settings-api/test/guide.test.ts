import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { acmeToken, organisations } from './organisations.ts';
import { staffToken, useApp } from './running-app.ts';

const guide = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
const sections = [
  'Projects, environments and keys',
  'Segments',
  'Features, variables and variations',
  'What is served: targeting, defaults, overrides',
  'Explain',
  'Events and results',
  'Evaluations',
  'Code references and webhooks',
  'Export, import and GitOps',
];
const people = [
  'Signing in',
  'Organisations',
  'Members and invitations',
  'Organisation tokens',
  'Audit log',
  'Staff',
];

const app = useApp({ document: organisations });

/** The commands of the introduction and of some sections, as one script. */
function scriptOf(titles: readonly string[]): string {
  const [introduction = '', ...rest] = guide.split(/^## /m);
  const chosen = titles.map((title) => rest.find((section) => section.startsWith(`${title}\n`)) ?? '');
  const blocks = [introduction, ...chosen].map((text) => [...text.matchAll(/^```sh\n(.*?)^```/gms)]);
  expect(blocks.every((found) => found.length > 0)).toBe(true);
  return blocks
    .flat()
    .map(([, commands]) => commands)
    .join('');
}

describe('the commands of docs/settings.md', () => {
  it('work when they are pasted', async () => {
    const script = `set -euo pipefail\n${scriptOf(sections)}`;
    const env = { ...process.env, BUNTING: `http://127.0.0.1:${app.port}`, TOKEN: acmeToken };
    const cwd = await mkdtemp(join(tmpdir(), 'bunting-guide-'));
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd });
    await rm(cwd, { recursive: true });
    const [dryRun, last] = stdout.trim().split('\n').slice(-2);
    expect(dryRun).toContain('feature checkout: name \\"New checkout\\" → \\"Newest checkout\\"');
    const { touches, touches_omitted: omitted, ...reported } = JSON.parse(dryRun!) as Record<string, unknown>;
    expect([touches, omitted]).toEqual([[], 0]);
    expect(JSON.parse(last!)).toEqual({ ...reported, dry_run: false });
  });

  it('work for people too', async () => {
    const script = `set -euo pipefail\n${scriptOf(people)}`;
    const BUNTING = `http://127.0.0.1:${app.port}`;
    const env = { ...process.env, BUNTING, TOKEN: acmeToken, STAFF_API_TOKEN: staffToken };
    const cwd = await mkdtemp(join(tmpdir(), 'bunting-guide-'));
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd });
    await rm(cwd, { recursive: true });
    const [suspended, reset] = stdout.trim().split('\n').slice(-2);
    expect(JSON.parse(suspended!)).toMatchObject({ slug: 'initech', status: 'suspended', mau_cap: 50_000 });
    expect(JSON.parse(reset!)).toMatchObject({ email: 'owner@acme.example' });
  });
});
