// The command of the image of a service: Node.js of the same major version, with the flags of its target in the Dockerfile.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

export function installNode() {
  const node = `${folder}node_modules/node/bin/node`;
  if (!existsSync(node)) {
    console.log('Installing the Node.js of the images …');
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit', shell: true });
  }
  return node;
}

export function readVersion(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
}

/** Returns the words before main.js in the CMD of its target. */
export function readFlags(service) {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const target = dockerfile.split(/^FROM /m).find((part) => part.startsWith(`runtime AS ${service}\n`));
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(target)[1]);
  if (!command.at(-1).endsWith('/main.js')) throw new Error(`The image of ${service} starts ${command}.`);
  return command.slice(0, -1);
}
