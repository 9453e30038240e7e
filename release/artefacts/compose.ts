import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toReleasedCompose, toReleasedEnv } from '../src/compose/released-compose.ts';
import type { Artefact } from '../src/context.ts';
import { pinImages, readPinnedImages } from '../src/third-party-images.ts';
import { writeArchive } from '../src/write-archive.ts';

/** Files that docker-compose.yml and its documentation name, with the paths that they name. */
const files = [
  'deploy/haproxy.cfg',
  'deploy/make-env.sh',
  'deploy/openid-connect.yml',
  'deploy/roll-out.sh',
  'deploy/rotate-secret.sh',
  'deploy/tls.yml',
  'local/demo.yaml',
  'LICENSE',
];

/** Everything for Compose on a machine without a clone. */
export const compose: Artefact = {
  name: 'compose',
  async build(context) {
    const { source, out, version, names, env, print, step } = context;
    await step('Compose files', async () => {
      const parent = context.makeFolder();
      const folder = `bunting-compose-${version}`;
      for (const path of files) {
        mkdirSync(dirname(join(parent, folder, path)), { recursive: true });
        cpSync(join(source, path), join(parent, folder, path));
      }
      const pinned = readPinnedImages(env);
      const write = (path: string, change: (text: string) => string) => {
        const text = change(readFileSync(join(source, path), 'utf8'));
        writeFileSync(join(parent, folder, path), pinImages(text, pinned));
      };
      write('docker-compose.yml', (text) => toReleasedCompose(text, { images: names.images, version }));
      write('.env.example', (text) => toReleasedEnv(text, version));
      mkdirSync(join(out, 'compose'));
      const file = join(out, 'compose', `${folder}.tar.gz`);
      await writeArchive({ parent, folder, file }, context);
      if (pinned === undefined)
        print('The Compose files name third-party images by tag. Set IMAGE_DIGESTS to name them by digest.');
    });
  },
};
