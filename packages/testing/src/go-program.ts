import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from './find-program.ts';
import type { Requirement } from './requirements.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/go-programs', import.meta.url));
const buildTimeoutMs = 900_000;

/**
 * Requires a program that is written in Go and that Debian does not have. Without it on the PATH, a machine with Go builds it once
 * from `source`, a package and its version: `helm.sh/helm/v4/cmd/helm@v4.3.1`.
 */
export function goProgramRequirement(program: string, source: string): Requirement<string> {
  return {
    name: `${program} here (go install ${source})`,
    found: findProgram(program) ?? build(program, source),
    isOptionalBecause: 'Debian has none, and not every machine has Go',
  };
}

/** Requires Go itself. */
export function goRequirement(): Requirement<string> {
  return { name: 'go here', found: findGo(), isOptionalBecause: 'not every machine has Go' };
}

function findGo(): string | undefined {
  const go = findProgram('go') ?? '/usr/local/go/bin/go';
  return existsSync(go) ? go : undefined;
}

function build(program: string, source: string): string | undefined {
  const folder = join(cache, source.replaceAll(/[^\w.-]/g, '-'));
  const path = join(folder, program);
  if (existsSync(path)) return path;
  const go = findGo();
  if (go === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
  const args = ['install', '-trimpath', '-ldflags=-s -w', source];
  spawnSync(go, args, { cwd: folder, env, timeout: buildTimeoutMs });
  return existsSync(path) ? path : undefined;
}
