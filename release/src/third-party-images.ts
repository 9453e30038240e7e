import { readFileSync } from 'node:fs';
import { Failure } from '@bunting/embedded-servers';

/** Third-party images with their digests, by the variable that names each. */
export type PinnedImages = Readonly<Record<string, string>>;

/**
 * Reads the file of IMAGE_DIGESTS, which release/find-digests.mjs writes because it needs the registries. Returns undefined without that
 * variable. Throws a Failure if an image has no digest.
 */
export function readPinnedImages(env: NodeJS.ProcessEnv): PinnedImages | undefined {
  const path = env['IMAGE_DIGESTS'];
  if (path === undefined || path === '') return undefined;
  const images = JSON.parse(readFileSync(path, 'utf8')) as PinnedImages;
  const wrong = Object.entries(images).find(([, image]) => !/@sha256:[0-9a-f]{64}$/.test(image));
  if (wrong !== undefined) throw new Failure(`IMAGE_DIGESTS has no digest for ${wrong[0]}: ${wrong[1]}.`);
  return images;
}

/** Adds the digests to a text that names the images by their tags. */
export function pinImages(text: string, pinned: PinnedImages | undefined): string {
  const byTag = new Map(Object.values(pinned ?? {}).map((image) => [image.split('@')[0]!, image]));
  return text.replaceAll(/docker\.io\/[\w./-]+:[\w.-]+/g, (image) => byTag.get(image) ?? image);
}
