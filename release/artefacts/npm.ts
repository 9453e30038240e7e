import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from '../src/context.ts';
import { pack, packPackage } from '../src/npm/pack-package.ts';
import { stageServer } from '../src/npm/stage-server.ts';

/** The packages for applications and CI. */
export const publishedPackages = ['client', 'react', 'node', 'openfeature', 'cli'] as const;

export const npm: Artefact = {
  name: 'npm',
  async build(context) {
    const folder = join(context.out, 'npm');
    mkdirSync(folder);
    await context.step('npm packages', async () => {
      for (const name of publishedPackages) await packPackage(`packages/${name}`, folder, context);
      await pack(await stageServer(context), folder, context);
    });
  },
};
