import { networkInterfaces } from 'node:os';

/** The addresses to listen at: that of HOST, or both loopback addresses, since `localhost` may be either. */
export function listenHosts(host: string | undefined): readonly string[] {
  if (host !== undefined) return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.some(({ address }) => address === '::1') ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
}

/** Whether other machines can connect to them. */
export function isOpenToOthers(host: string | undefined): boolean {
  return host !== undefined && host !== '::1' && !/^(::ffff:)?127\./i.test(host);
}

/** The host under which this machine reaches them, as in a URL. */
export function hostOfUrl(host: string | undefined): string {
  if (host === undefined || ['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
