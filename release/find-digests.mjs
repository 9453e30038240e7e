// node release/find-digests.mjs: asks the registries for the digests of the images that Dockerfile and docker-compose.yml name by tag, and
// prints the file for IMAGE_DIGESTS. Needs Docker with buildx, and no packages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const images = [
  ...read('Dockerfile').matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm),
  ...read('docker-compose.yml').matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g),
];
const pinned = images.map(([, name, image]) => [name, `${image}@${findDigest(image)}`]);
console.log(JSON.stringify(Object.fromEntries(pinned)));

function findDigest(image) {
  const args = ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image];
  return JSON.parse(execFileSync('docker', args, { encoding: 'utf8' })).digest;
}
