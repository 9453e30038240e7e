import { findOnPath } from './find-on-path.ts';

/** Chromium without windows, and the name of its package. For the same page it takes less than half the processor time of a whole one. */
const headlessShell = 'chromium-headless-shell';
const others = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Returns the path of Chromium or a browser built on it: the one that `CHROMIUM` names, else the first on the PATH.
 */
export function findChromium(): string | undefined {
  if (process.env['CHROMIUM']) return process.env['CHROMIUM'];
  return [headlessShell, ...others].map(findOnPath).find((path) => path !== undefined);
}

/** Returns the package of the Chromium that tests need, if no Chromium or only Debian's full one is installed. */
export function missingChromiumPackages(): readonly string[] {
  const found = findChromium();
  return found === undefined || found === findOnPath('chromium') ? [headlessShell] : [];
}
