import { findOnPath } from './find-on-path.ts';

/** Chromium without windows, and the name of its package. For the same page it takes less than half the processor time of a whole one. */
const headlessShell = 'chromium-headless-shell';
const others = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of a Chromium, or of a browser made of it: what `CHROMIUM` names, else the first that is on the PATH. */
export function findChromium(): string | undefined {
  if (process.env['CHROMIUM']) return process.env['CHROMIUM'];
  return [headlessShell, ...others].map(findOnPath).find((path) => path !== undefined);
}

/** The package with the Chromium that tests should have, where there is none or a whole one of Debian. */
export function missingChromiumPackages(): readonly string[] {
  const found = findChromium();
  return found === undefined || found === findOnPath('chromium') ? [headlessShell] : [];
}
