/** Returns names of the browser and its system from a user agent. Chrome and Safari come last, because others name them, too. */
export function getBrowserName(userAgent: string | null): string {
  if (userAgent === null) return 'Not a browser';
  const browser = nameIn(userAgent, browsers);
  const system = nameIn(userAgent, systems);
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}

const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const nameIn = (text: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Formats the address of a session; undefined if it is unknown. `::` is not the address of a client. */
export function addressInWords(address: string | null): string | undefined {
  if (address === null || address === '0.0.0.0') return undefined;
  if (address.startsWith('127.')) return 'This machine';
  if (!address.includes(':')) return address;
  // A URL shortens it.
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return address;
  const short = new URL(url).hostname.slice(1, -1);
  if (short === '::') return undefined;
  return short === '::1' ? 'This machine' : short;
}
