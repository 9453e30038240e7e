import { NODATA } from 'node:dns';
import { isIP } from 'node:net';
import { describeUnresolved } from './failure-sentences.ts';
import type { Resolve } from './resolve-host.ts';
import { isOwn, mayBeLocal, noNetworks, type OwnNetworks } from './own-networks.ts';
import { isMetadataAddress, whyNotPublic } from './public-address.ts';

/** Targets that the operator allows beside https to public addresses. */
export interface TargetRules {
  /** `WEBHOOK_ALLOW_INSECURE_TARGETS`: also allows http and private addresses. */
  readonly allowInsecure: boolean;
  /** Networks whose addresses count as public; absent = none. */
  readonly networks?: OwnNetworks;
}

/** The resolution of names, and the allowed targets. */
export interface TargetOptions extends TargetRules {
  readonly resolve: Resolve;
  /** Skips the check of the port, which is made when an endpoint is saved: endpoints saved by older releases may have others. */
  readonly anyPort?: boolean;
}

/** A target that webhooks may be sent to. The caller must connect to one of the checked addresses. */
export interface AllowedTarget {
  readonly verdict: 'allowed';
  readonly url: URL;
  /** The host without brackets and trailing dot, for the certificate and the server name of the handshake. */
  readonly host: string;
  /** At least one, all of them public. */
  readonly addresses: readonly string[];
}

/** `unresolved`: the name has no address at the moment, which may change; `refused` does not. `reason` is a predicate of the URL. */
export type TargetCheck =
  | AllowedTarget
  | { readonly verdict: 'refused' | 'unresolved'; readonly reason: string };

/**
 * Checks whether webhooks may be sent to a URL, when it is saved and again at every send (contract §6.4). It must be https without
 * user and password, and every address of its host must be public. The WHATWG parser reads the URL, so that no notation of an
 * address is overlooked.
 * Rejects only if `signal` aborts the wait for the resolver.
 */
export async function checkTarget(
  text: string,
  { resolve, anyPort = false, ...rules }: TargetOptions,
  signal?: AbortSignal,
): Promise<TargetCheck> {
  const url = parseUrl(text);
  if (url === undefined) return refused('must be a valid URL');
  const host = hostOf(url);
  if (url.hostname.endsWith('.')) url.hostname = host; // certificates know no trailing dot
  const flaw = flawOf(url, host, rules) ?? (anyPort ? undefined : flawOfPort(url, rules));
  if (flaw !== undefined) return refused(flaw);

  let addresses: readonly string[];
  try {
    addresses = isIP(host) ? [host] : await resolve(host, signal);
  } catch (error) {
    signal?.throwIfAborted();
    return { verdict: 'unresolved', reason: describeUnresolved(host, error) };
  }
  if (addresses.length === 0)
    return { verdict: 'unresolved', reason: describeUnresolved(host, { code: NODATA }) };
  const reason = whyNotAllAllowed(url, host, addresses, rules);
  return reason === undefined ? { verdict: 'allowed', url, host, addresses } : refused(reason);
}

/**
 * Returns the reason, as a predicate, for which a URL is refused whatever its host resolves to; undefined = none. Does not use
 * DNS.
 */
export function flawOfTarget(text: string, rules: TargetRules): string | undefined {
  const url = parseUrl(text);
  if (url === undefined) return 'must be a valid URL';
  const host = hostOf(url);
  return (
    flawOf(url, host, rules) ??
    flawOfPort(url, rules) ??
    (isIP(host) ? whyNotAllAllowed(url, host, [host], rules) : undefined)
  );
}

const httpsPort = '443';
const httpPort = '80';
const firstUnprivilegedPort = 1_024;

/** Refuses privileged ports except 443, which belong to services that webhooks must not reach. */
function flawOfPort({ port }: URL, { allowInsecure }: TargetRules): string | undefined {
  if (allowInsecure || port === '' || port === httpsPort || Number(port) >= firstUnprivilegedPort)
    return undefined;
  return `has port ${port}: use 443 or a port from ${firstUnprivilegedPort}`;
}

function flawOf(
  { protocol, username, password }: URL,
  host: string,
  { allowInsecure, networks = noNetworks }: TargetRules,
): string | undefined {
  const mayBePlain = allowInsecure || networks.http.length > 0;
  if (protocol !== 'https:' && !(mayBePlain && protocol === 'http:')) return 'must start with https://';
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (host === '') return 'must have a host';
  // Receivers in networks of one's own have such names, and their addresses are checked all the same.
  const mayHaveLocalName = allowInsecure || mayBeLocal(networks);
  return mayHaveLocalName || isIP(host) || !isLocalName(host)
    ? undefined
    : `has the local network name ${host}`;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Names that resolve differently in each network and never to a receiver on the internet. */
const localSuffixes = ['localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home.arpa'];

function isLocalName(host: string): boolean {
  return !host.includes('.') || localSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
}

function whyNotAllAllowed(
  { protocol, port: written }: URL,
  host: string,
  addresses: readonly string[],
  { allowInsecure, networks = noNetworks }: TargetRules,
): string | undefined {
  const port = written || (protocol === 'https:' ? httpsPort : httpPort);
  for (const address of addresses) {
    const isMetadata = isMetadataAddress(address);
    if (!isMetadata && (allowInsecure || isOwn(address, port, networks.http))) continue;
    const why = isMetadata
      ? 'cloud metadata'
      : isOwn(address, port, networks.https)
        ? undefined
        : whyNotPublic(address);
    if (why === undefined && protocol === 'https:') continue;
    if (why === undefined) return 'must start with https://: http is only allowed to some networks';
    return address === host
      ? `has the address ${address}, which isn't public (${why})`
      : `resolves to an address that isn't public (${host}: ${why})`;
  }
  return undefined;
}

function refused(reason: string): TargetCheck {
  return { verdict: 'refused', reason };
}

/**
 * Parses a URL; undefined if it is none. Does not use `URL.canParse`, which on Node.js 20 refuses letters between ASCII and U+0100
 * after it has been optimised: https://bücher.example would be refused after some thousand sends.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
