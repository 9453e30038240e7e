import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, type Step } from '@bunting/embedded-servers';
import { artefacts } from '../artefacts/index.ts';
import { formatChecksums, listFiles, type ReleasedFile } from './checksums.ts';
import { formatBytes } from './format-bytes.ts';
import { findPlaceholders, readNames, type Names } from './names.ts';
import { prepareSources } from './prepare-sources.ts';
import { readArguments } from './read-arguments.ts';
import { copyCommit, readCommit, type Commit } from './read-commit.ts';
import { readReleaseNotes } from './release-notes.ts';

interface ReleaseOptions {
  /** The checkout. */
  readonly root: string;
  readonly step: Step;
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
}

/**
 * Builds a release into dist/release/VERSION. It works in a temporary folder and moves the result at the end, so that a failure leaves
 * nothing in dist. Throws a Failure if the arguments, the checkout or the CHANGELOG don't allow the release.
 */
export async function release(args: readonly string[], options: ReleaseOptions): Promise<void> {
  const { root, step, print } = options;
  const { version, isDryRun, only } = readArguments(
    args,
    artefacts.map(({ name }) => name),
  );
  const destination = join(root, 'dist/release', version);
  if (existsSync(destination))
    throw new Failure(`Version ${version} exists: delete dist/release/${version} to build it again.`);
  const commit = await readCommit(root, version, options.env);
  const names = readNames(root);
  const notes = readReleaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, names);
  const env = { ...options.env, SOURCE_DATE_EPOCH: String(commit.epochS), TZ: 'UTC' };
  const scratch = makeScratch();
  try {
    const source = mkdtempSync(join(scratch.folder, 'source-'));
    const out = mkdtempSync(join(scratch.folder, 'out-'));
    await buildSource({ root, source, version, names, commit, env, step });
    const makeFolder = () => mkdtempSync(join(scratch.folder, 'work-'));
    const context = {
      version,
      names,
      source,
      out,
      epochS: commit.epochS,
      env,
      step,
      print,
      makeFolder,
    };
    for (const artefact of artefacts) {
      if (only.length === 0 || only.includes(artefact.name)) await artefact.build(context);
    }
    writeFileSync(join(out, 'NOTES.md'), notes);
    const files = await listFiles(out);
    writeFileSync(join(out, 'SHA256SUMS'), formatChecksums(files));
    if (!isDryRun) move(out, destination);
    for (const file of files) print(formatFile(file));
    print(isDryRun ? 'Nothing was kept, because this was a dry run.' : `Built in dist/release/${version}`);
    const placeholders = findPlaceholders(names);
    if (placeholders.length > 0)
      print(`Before you publish, replace OWNER in release.json (${placeholders.join(', ')}).`);
  } finally {
    scratch.remove();
  }
}

/** Formats a file with the beginning of its hash, by which two runs can be compared. */
function formatFile({ path, bytes, sha256 }: ReleasedFile): string {
  return `  ${sha256.slice(0, 12)}  ${formatBytes(bytes).padStart(9)}  ${path}`;
}

/** Creates a temporary folder, which is also removed when the command is interrupted. */
function makeScratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-release-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const interrupt = () => {
    removeFolder();
    process.exit(130);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  return {
    folder,
    remove() {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      removeFolder();
    },
  };
}

interface Build extends Pick<ReleaseOptions, 'root' | 'step' | 'env'> {
  readonly source: string;
  readonly version: string;
  readonly names: Names;
  readonly commit: Commit;
}

/** Makes a built copy of the commit: files of earlier builds, which Git ignores, never get into a release. */
async function buildSource({ root, source, version, names, commit, env, step }: Build): Promise<void> {
  await step('Copying the commit', () => copyCommit(root, source, commit, env));
  prepareSources(source, version, names);
  const { installPackages, build } = (await import(
    pathToFileURL(join(source, 'local/prepare.mjs')).href
  )) as {
    installPackages: () => Promise<void>;
    build: (folders: readonly string[], options: { mustCheck: boolean }) => Promise<void>;
  };
  await installPackages();
  // CI has checked the types of the commit.
  await build([], { mustCheck: false });
}

/** Moves the folder to a path that may be on another file system, so that it is there as a whole or not at all. */
function move(from: string, to: string): void {
  const draft = `${to}.draft`;
  mkdirSync(dirname(to), { recursive: true });
  try {
    cpSync(from, draft, { recursive: true });
    renameSync(draft, to);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
