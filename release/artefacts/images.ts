import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from '../src/context.ts';
import { toBillOfMaterials } from '../src/images/bill-of-materials.ts';
import { listLibraries } from '../src/images/list-libraries.ts';
import { runProgram } from '../src/run-program.ts';
import { readPinnedImages } from '../src/third-party-images.ts';

/**
 * The contents of every image, as bills of materials. The images themselves are built by docker-bake.hcl where they are pushed, because one
 * machine has only its own processor and no image belongs into a folder of files.
 */
export const images: Artefact = {
  name: 'images',
  async build(context) {
    const { source, out, version, names, epochS, env, step } = context;
    await step('Contents of the images', async () => {
      const dockerfile = readFileSync(join(source, 'Dockerfile'), 'utf8');
      const targets = [...dockerfile.matchAll(/^FROM runtime AS (\S+)$/gm)].map(([, target]) => target!);
      const folderOf = (target: string) =>
        new RegExp(`^FROM runtime AS ${target}$[^]*?^COPY --from=build /kept/(\\S+)`, 'm').exec(
          dockerfile,
        )![1]!;
      const kept = context.makeFolder();
      const folders = targets.map(folderOf);
      await runProgram(process.execPath, ['tools/keep-production.mjs', kept, ...folders], {
        cwd: source,
        env,
      });
      const defaults = [...dockerfile.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)];
      const pinned = readPinnedImages(env);
      const bases = defaults.map(([, name, image]) => pinned?.[name!] ?? image!);
      mkdirSync(join(out, 'images'));
      targets.forEach((target, index) => {
        const bill = toBillOfMaterials({
          reference: `${names.images}/${target}:${version}`,
          version,
          epochS,
          libraries: listLibraries(join(kept, folders[index]!)),
          bases,
          debianPackages: target === 'bunting' ? ['redis-server'] : [],
        });
        writeFileSync(join(out, 'images', `${target}.cdx.json`), `${JSON.stringify(bill, undefined, 2)}\n`);
      });
    });
  },
};
