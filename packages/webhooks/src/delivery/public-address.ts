import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Public by its range, but answered by the hypervisor of the cloud that one runs in. */
const cloudMetadata = new Set(['168.63.129.16']);

const names: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'broadcast',
  multicast: 'multicast',
  linkLocal: 'link-local',
  loopback: 'loopback',
  carrierGradeNat: 'carrier-grade NAT',
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  ipv4Mapped: 'IPv4-mapped',
  '6to4': '6to4',
  teredo: 'Teredo',
};

/**
 * Why webhooks are not sent to an IP address, as an adjective; `undefined` for a public one. Refused is all that the IANA
 * registries of special-purpose addresses name, whether globally reachable or not, and in IPv6 all that is not global
 * unicast. Of the forms that carry an IPv4 address, NAT64 is allowed for a public one, since with DNS64 that is how hosts
 * without IPv6 are reached; mapped, compatible, 6to4, Teredo and ISATAP are refused whatever they carry.
 * @param text an address in any notation that the WHATWG URL parser or a resolver gives, without brackets
 */
export function whyNotPublic(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'not an IP address';
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv4 ? whyNotPublicIPv4(address) : whyNotPublicIPv6(address);
}

function whyNotPublicIPv4(address: ipaddr.IPv4): string | undefined {
  if (cloudMetadata.has(address.toString())) return 'cloud metadata';
  const range = address.range();
  return range === 'unicast' ? undefined : (names[range] ?? 'special-purpose');
}

function whyNotPublicIPv6(address: ipaddr.IPv6): string | undefined {
  if (address.zoneId) return 'link-local';
  if (address.match(nat64)) {
    const carried = whyNotPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
    return carried && `${carried}, through NAT64`;
  }
  const range = address.range();
  if (range !== 'unicast') return names[range] ?? 'special-purpose';
  if (!address.match(globalUnicast)) return 'special-purpose';
  return isIsatap(address) ? 'ISATAP' : undefined;
}

/** RFC 5214: the interface identifier is 0000:5efe or 0200:5efe and an IPv4 address, under any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! | 0x0200) === 0x0200 && parts[5] === 0x5efe;
}
