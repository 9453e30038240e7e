import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from '../src/context.ts';
import { makeLinksAbsolute } from '../src/make-links-absolute.ts';
import { writeArchive } from '../src/write-archive.ts';

const chartFolder = 'charts/bunting';

/** The Helm chart, as `helm package` writes it. */
export const chart: Artefact = {
  name: 'chart',
  async build(context) {
    const { source, out, version, names, step } = context;
    await step('Helm chart', async () => {
      const parent = context.makeFolder();
      const folder = join(parent, 'bunting');
      const isPackaged = (path: string) => path !== join(source, chartFolder, 'ci');
      cpSync(join(source, chartFolder), folder, { recursive: true, filter: isPackaged });
      const change = (file: string, edit: (text: string) => string) => {
        const path = join(folder, file);
        writeFileSync(path, edit(readFileSync(path, 'utf8')));
      };
      change('Chart.yaml', (text) => text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`));
      change('values.yaml', (text) => text.replace(/^( {2}registry:) .*$/m, `$1 ${names.images}`));
      change('README.md', (text) =>
        makeLinksAbsolute(text, { folder: chartFolder, version, names }).replaceAll(
          /bunting-chart-\d[\w.-]*\.tgz/g,
          `bunting-chart-${version}.tgz`,
        ),
      );
      mkdirSync(join(out, 'chart'));
      // The package `bunting` for npm has the name that Helm would choose.
      const file = join(out, 'chart', `bunting-chart-${version}.tgz`);
      await writeArchive({ parent, folder: 'bunting', file }, context);
    });
  },
};
