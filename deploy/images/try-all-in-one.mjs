import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../packages/embedded-servers/dist/free-port.js';
import { services } from '../../local/dist/services.js';
import { Failure, step } from '../../local/progress.mjs';
import { runContract } from './run-contract.mjs';

/**
 * Starts the image that contains everything on an empty volume, runs the contract against it, starts it again on the same volume, and on one of
 * a newer release. `files` is a folder with fixture.yaml.
 */
export async function tryAllInOne(image, files) {
  const data = await mkdtemp(join(tmpdir(), 'bunting-volume-'));
  await chown(data, 1000, 1000); // as Docker creates a volume: like the folder in the image
  const env = await freePorts();
  const address = `http://127.0.0.1:${env.PORT}`;
  const start = (more) => image.start({ env: { ...env, ...more }, files, data });
  const running = async (label, more, work) => {
    const container = start(more);
    try {
      await step(label, () => container.untilAnswering(`${address}/health`));
      await work?.();
    } finally {
      container.kill('SIGTERM');
    }
    const { code, output } = await container.ended;
    if (code !== 0) throw new Failure(`The image with everything ended with ${code}:\n${output}`);
  };
  try {
    await running('Everything in one container', { BOOTSTRAP_FILE: '/mnt/fixture.yaml' }, () =>
      step('The contract', () => runContract(address)),
    );
    await running('The same, from its volume', { BOOTSTRAP_FILE: '' }, async () => {
      const { code, output } = await image.checkHealth(env);
      if (code !== 0) throw new Failure(`Its HEALTHCHECK ended with ${code}:\n${output}`);
    });
    await step('The volume of a newer release', refuseNewer);
  } finally {
    await rm(data, { recursive: true, force: true });
  }

  async function refuseNewer() {
    const own = (await readFile(join(data, 'version'), 'utf8')).trim();
    await writeFile(join(data, 'version'), '99.0.0\n');
    const { code, output } = await start({}).ended;
    if (
      code !== 1 ||
      !output.includes(`Bunting 99.0.0 has used the data in /data, and this is Bunting ${own}`)
    )
      throw new Failure(`It started on the volume of a newer release, or did not say why not:\n${output}`);
  }
}

/** Returns ports of this machine, whose network the image uses. */
async function freePorts() {
  const env = { PORT: String(await findFreePort()), HOST: '127.0.0.1' };
  for (const { portVariable } of services) env[portVariable] = String(await findFreePort());
  return env;
}
