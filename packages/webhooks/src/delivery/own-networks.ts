import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address and the number of bits that its network has; `port`, if only that port of the address is allowed. */
export type Network = readonly [address: Address, bits: number, port?: string];

/** The networks of the operator, whose addresses count as public. */
export interface OwnNetworks {
  /** `WEBHOOK_ALLOWED_NETWORKS`: for https. */
  readonly https: readonly Network[];
  /** `WEBHOOK_ALLOWED_HTTP_NETWORKS`: for http, and for https, which is never the worse choice. */
  readonly http: readonly Network[];
}

export const noNetworks: OwnNetworks = { https: [], http: [] };

/** Returns whether names of local networks may lead to a target. */
export function mayBeLocal({ https, http }: OwnNetworks): boolean {
  return https.length + http.length > 0;
}

/**
 * The widest networks of IPv4 and IPv6. A wider one has addresses that nobody owns; 10.0.0.0/8 and fc00::/7 are the widest private
 * ranges.
 */
const minBits = { ipv4: 8, ipv6: 7 } as const;

const linkLocal = [ipaddr.parseCIDR('169.254.0.0/16'), ipaddr.parseCIDR('fe80::/10')] as const;

/**
 * Addresses at which clouds answer with credentials, names and settings of the machine: never sent to, whatever is configured. Link-local addresses
 * are refused as a whole (169.254.169.254 of most clouds, 169.254.170.2 and .23 of containers at AWS, 169.254.42.42 of Scaleway, fe80::a9fe:a9fe of
 * OpenStack); these are the others.
 */
const metadata: ReadonlySet<string> = new Set(
  [
    '100.100.100.200', // Alibaba Cloud
    '168.63.129.16', // Azure
    '192.0.0.192', // Oracle Cloud, classic
    'fd00:ec2::254', // AWS
    'fd00:ec2::253', // AWS, its name server
    'fd00:ec2::23', // AWS, identities of pods
    'fd20:ce::254', // Google Cloud
    'fd00:42::42', // Scaleway
    'fd00:c1::a9fe:a9fe', // Oracle Cloud
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
);

/** Returns whether a cloud answers at the address with what is nobody else's business, also where an IPv6 address embeds it. */
export function isMetadata(address: Address): boolean {
  if (address instanceof ipaddr.IPv6) {
    // A copy without the zone, by which the same address would be another text.
    const plain = new ipaddr.IPv6(address.parts);
    return (
      plain.match(linkLocal[1]) ||
      metadata.has(plain.toNormalizedString()) ||
      embedded(plain).some(isMetadata)
    );
  }
  return address.match(linkLocal[0]) || metadata.has(address.toString());
}

/**
 * Returns every IPv4 address that an IPv6 address may stand for: mapped, compatible, translated, NAT64 of any prefix of 96 bits, ISATAP; 6to4;
 * Teredo.
 */
function embedded(address: ipaddr.IPv6): readonly ipaddr.IPv4[] {
  const bytes = address.toByteArray();
  const at = (start: number) => new ipaddr.IPv4(bytes.slice(start, start + 4));
  const last = at(12);
  const isOfPrefix = (prefix: string) => address.match(ipaddr.IPv6.parseCIDR(prefix));
  const found = [];
  if (carriers.some(isOfPrefix) || (address.parts[4]! | 0x0200) === 0x0200) found.push(last);
  if (isOfPrefix('2002::/16')) found.push(at(2));
  if (isOfPrefix('2001::/32')) found.push(new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff)));
  // RFC 6052 §2.2: a prefix of 48 bits, with an octet of zeros in the middle of the address.
  if (isOfPrefix('64:ff9b:1::/48'))
    found.push(new ipaddr.IPv4([bytes[6]!, bytes[7]!, bytes[9]!, bytes[10]!]));
  return found;
}

const carriers = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'];

/**
 * Returns whether one of the networks allows the port of the address. An IPv4 address that is written as IPv6 belongs to networks
 * of IPv6 alone.
 */
export function isOwn(text: string, port: string, networks: readonly Network[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return networks.some(
    ([network, bits, only = port]) =>
      only === port && address.kind() === network.kind() && address.match(network, bits),
  );
}

/**
 * Returns the network that the text names, or the one port of an address (`10.0.0.7:9000`, `[fd00::7]:9000`), or the mistake in
 * it, which completes the sentence "has …".
 */
export function parseNetwork(text: string): Network | string {
  const [, six, four, port] = /^(?:\[(.*)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined) return parseWholeNetwork(text);
  const whole = parseWholeNetwork(six ?? four!);
  if (typeof whole === 'string') return whole;
  if (six?.includes('/')) return `"${text}", which names a port of a network: name a port of an address`;
  if (Number(port) < 1 || Number(port) > 65_535) return `"${text}", whose port isn't between 1 and 65535`;
  return [whole[0], whole[1], String(Number(port))];
}

function parseWholeNetwork(text: string): Network | string {
  const [written = '', length, ...rest] = text.split('/');
  const isAddress = written.includes(':')
    ? ipaddr.IPv6.isValid(written)
    : ipaddr.IPv4.isValidFourPartDecimal(written);
  if (!isAddress || written.includes('%') || rest.length > 0)
    return `"${text}", which isn't a network such as 10.0.0.0/8 or fd00::/8`;
  const address = ipaddr.parse(written);
  const isFour = address.kind() === 'ipv4';
  const most = isFour ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || bits > most)) {
    return `"${text}", whose prefix length isn't a whole number up to ${most}`;
  }
  if (bits < minBits[isFour ? 'ipv4' : 'ipv6']) {
    return `"${text}", which is wider than any private network: use at least /${minBits[isFour ? 'ipv4' : 'ipv6']}`;
  }
  if (!isFour && (address as ipaddr.IPv6).isIPv4MappedAddress())
    return `"${text}": write it as an IPv4 network`;
  const first = (isFour ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${written}/${bits}`);
  if (first.toNormalizedString() !== address.toNormalizedString()) {
    return `"${text}", which begins at ${first.toString()}: write ${first.toString()}/${bits}`;
  }
  const range = isFour ? linkLocal[0] : linkLocal[1];
  const isOnlyMetadata =
    (bits === most && isMetadata(address)) || (bits >= range[1] && address.match(range[0], range[1]));
  return isOnlyMetadata ? `"${text}", which serves cloud metadata and is always refused` : [address, bits];
}
