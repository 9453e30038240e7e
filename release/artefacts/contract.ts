import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from '../src/context.ts';
import { runProgram } from '../src/run-program.ts';
import { writeArchive } from '../src/write-archive.ts';

/** The contract as data, for implementations in other languages. */
export const contract: Artefact = {
  name: 'contract',
  async build(context) {
    const { source, out, version, env, step } = context;
    await step('Contract kit', async () => {
      const parent = context.makeFolder();
      const folder = `bunting-contract-${version}`;
      const command = ['contract/dist/kit/write-kit-command.js', join(parent, folder), version];
      await runProgram(process.execPath, command, { cwd: source, env });
      mkdirSync(join(out, 'contract'));
      await writeArchive({ parent, folder, file: join(out, 'contract', `${folder}.tar.gz`) }, context);
    });
  },
};
