import { networkInterfaces } from 'node:os';

/** Where the one address listens: as HOST says, else on both loopback addresses, since `localhost` may be either. */
export function listenHosts(host: string | undefined): readonly string[] {
  if (host !== undefined) return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.some(({ address }) => address === '::1') ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
}

/** Whether others than those who use this machine get there. */
export function isOpenToOthers(host: string | undefined): boolean {
  return host !== undefined && host !== '::1' && !/^(::ffff:)?127\./i.test(host);
}

/** How this machine finds what listens there, as a URL has it. */
export function hostOfUrl(host: string | undefined): string {
  if (host === undefined || ['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
