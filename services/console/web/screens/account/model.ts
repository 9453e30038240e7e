/** A browser and its system as people call them, of what it says of itself. Others come before Chrome and Safari, whom they name too. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null) return 'not a browser';
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

/** Where a session was opened from, as people write it. Undefined = it is not known; `::` is no address of anybody. */
export function addressInWords(address: string | null): string | undefined {
  if (address === null || address === '0.0.0.0') return undefined;
  if (address.startsWith('127.')) return 'this machine';
  if (!address.includes(':')) return address;
  // A URL shortens it.
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return address;
  const short = new URL(url).hostname.slice(1, -1);
  if (short === '::') return undefined;
  return short === '::1' ? 'this machine' : short;
}
