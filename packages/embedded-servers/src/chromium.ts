import { findOnPath } from './find-on-path.ts';

/** The path of a Chromium, or of a browser made of it: what `CHROMIUM` names, else the first that is on the PATH. */
export function findChromium(): string | undefined {
  if (process.env['CHROMIUM']) return process.env['CHROMIUM'];
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return names.map(findOnPath).find((path) => path !== undefined);
}
