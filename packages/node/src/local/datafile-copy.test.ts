import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { feature, createMessage } from '../../test/fragments.ts';
import { createReporter, type BuntingError } from '../requests/reporter.ts';
import { createDatafileCopy } from './datafile-copy.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'bunting-node-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

function copyOf(key = 'a key', name = 'datafile.json') {
  const errors: BuntingError[] = [];
  const reporter = createReporter({ now: () => 0 }, (error) => void errors.push(error));
  const path = join(folder, name);
  return { copy: createDatafileCopy(path, key, reporter), path, errors };
}

const message = createMessage(7, [feature('a', true)]);
const text = () => JSON.stringify(message);

describe('the copy of a datafile', () => {
  it('is read as it was written, by its owner alone, and leaves no other file', async () => {
    const { copy, path } = copyOf();
    await copy.write(text, 1_000);
    expect(await copy.read()).toEqual({ message, savedAt: 1_000 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['datafile.json']);
  });

  it('does not have the key in it, and is not read with another', async () => {
    const { copy, path } = copyOf();
    await copy.write(text, 1_000);
    expect(await readFile(path, 'utf8')).not.toContain('a key');
    expect(await copyOf('another key').copy.read()).toBeUndefined();
  });

  it.each(['', '{}', '{"format":2}\n{}', 'not JSON\n'])('is none with the content %j', async (content) => {
    const { copy, path } = copyOf();
    await writeFile(path, content);
    expect(await copy.read()).toBeUndefined();
  });

  it('is none, without an error, before there is one', async () => {
    const { copy, errors } = copyOf();
    expect(await copy.read()).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it('that cannot be written is an error, and nothing more', async () => {
    const { copy, errors } = copyOf('a key', 'no-such-folder/datafile.json');
    await copy.write(text, 1_000);
    expect(errors).toEqual([{ code: 'file', message: expect.stringContaining("Couldn't write") }]);
  });

  it('is the last of several that are written at once', async () => {
    const { copy } = copyOf();
    await Promise.all([1, 2, 3].map((savedAt) => copy.write(text, savedAt)));
    expect(await copy.read()).toMatchObject({ savedAt: 3 });
  });
});

describe('in a folder that others write to', () => {
  const another = () => join(folder, 'another');

  it('no link is followed to write: what stands at the path is replaced', async () => {
    const { copy, path, errors } = copyOf();
    await writeFile(another(), 'untouched');
    await symlink(another(), path);
    await copy.write(text, 1_000);
    expect(await readFile(another(), 'utf8')).toBe('untouched');
    expect((await lstat(path)).isFile()).toBe(true);
    expect(await copy.read()).toEqual({ message, savedAt: 1_000 });
    expect(errors).toEqual([]);
  });

  it('the draft has a name that cannot be guessed, and is a new file of its owner', async () => {
    const names = new Set<string>();
    const watcher = watch(folder);
    watcher.on('change', (_event, name) => void names.add(String(name)));
    for (const savedAt of [1, 2]) await copyOf().copy.write(text, savedAt);
    await until(() => [...names].filter((name) => name.endsWith('.draft')).length === 2);
    watcher.close();
    expect(await readdir(folder)).toEqual(['datafile.json']);
  });

  it('no link is followed to read, and it is an error', async () => {
    const first = copyOf('a key', 'another');
    await first.copy.write(text, 1_000);
    const { copy, path, errors } = copyOf();
    await symlink(another(), path);
    expect(await copy.read()).toBeUndefined();
    expect(errors).toEqual([{ code: 'file', message: expect.stringContaining("Couldn't read") }]);
  });

  it('a pipe, a folder or a device is not waited for', async () => {
    const pipe = copyOf('a key', 'pipe');
    execFileSync('mkfifo', [pipe.path]);
    const of = copyOf('a key', 'folder');
    await mkdir(of.path);
    for (const { copy, errors } of [pipe, of]) {
      expect(await copy.read()).toBeUndefined();
      expect(errors).toEqual([{ code: 'file', message: expect.stringContaining('not a regular file') }]);
    }
    await pipe.copy.write(text, 1_000);
    expect(await pipe.copy.read()).toEqual({ message, savedAt: 1_000 });
  });

  it('a draft that could not take its place is removed, and old ones of others, too', async () => {
    const { copy, path, errors } = copyOf();
    await mkdir(join(path, 'full'), { recursive: true });
    await copy.write(text, 1_000);
    expect(errors).toEqual([{ code: 'file', message: expect.stringContaining("Couldn't write") }]);
    const left = ['old', 'new'].map((age) => ({ age, path: `${path}.${randomUUID()}.draft` }));
    for (const draft of left) await writeFile(draft.path, '');
    await utimes(left[0]!.path, 0, 0);
    await copy.read();
    expect((await readdir(folder)).toSorted()).toEqual(['datafile.json', basename(left[1]!.path)]);
  });
});
