import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { feature, messageOf } from '../../test/fragments.ts';
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

const message = messageOf(7, [feature('a', true)]);
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
    expect(errors).toEqual([{ code: 'file', message: expect.stringContaining('cannot be written') }]);
  });

  it('is the last of several that are written at once', async () => {
    const { copy } = copyOf();
    await Promise.all([1, 2, 3].map((savedAt) => copy.write(text, savedAt)));
    expect(await copy.read()).toMatchObject({ savedAt: 3 });
  });
});
