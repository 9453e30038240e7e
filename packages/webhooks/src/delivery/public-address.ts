import ipaddr from 'ipaddr.js';
import { isMetadata } from './own-networks.ts';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

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
 * Returns the reason, as an adjective, for which webhooks are not sent to an IP address; `undefined` for a public one. Refuses all
 * addresses in the IANA registries of special-purpose addresses, globally reachable or not, and all IPv6 addresses that are not
 * global unicast. IPv6 addresses that embed an IPv4 address are refused (mapped, compatible, 6to4, Teredo, ISATAP), except NAT64
 * with a public one, by which DNS64 reaches hosts without IPv6.
 * @param text an address in any notation that the WHATWG URL parser or a resolver returns, without brackets
 */
export function whyNotPublic(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'not an IP address';
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv4 ? whyNotPublicIPv4(address) : whyNotPublicIPv6(address);
}

/** Returns whether a cloud answers there with its metadata. No text is an address of none. */
export function isMetadataAddress(text: string): boolean {
  return ipaddr.isValid(text) && isMetadata(ipaddr.parse(text));
}

function whyNotPublicIPv4(address: ipaddr.IPv4): string | undefined {
  const range = address.range();
  // In a public range, but answered by the hypervisor of a cloud.
  if (range === 'unicast' && isMetadata(address)) return 'cloud metadata';
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

/**
 * Returns whether the interface identifier is 0000:5efe or 0200:5efe and an IPv4 address, under any prefix (RFC
 * 5214).
 */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! | 0x0200) === 0x0200 && parts[5] === 0x5efe;
}
