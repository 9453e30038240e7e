import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** The longest way to write one: IPv4-mapped IPv6 in full. */
const MAX_ADDRESS_LENGTH = 45;

export interface IpRange {
  readonly address: IpAddress;
  readonly prefixLength: number;
}

/**
 * IPv4 in four decimal parts, or IPv6. An IPv4-mapped IPv6 address is the IPv4 address it carries, so that
 * a dual-stack listener makes no difference. A zone (`%eth0`) is not part of an address here.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** CIDR notation; an address alone is the range of just itself. Bits after the prefix do not count. */
export function parseIpRange(text: string): IpRange | undefined {
  const [addressText = '', lengthText, ...rest] = text.split('/');
  const address = parseIpAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  if (lengthText === undefined) return { address, prefixLength: bits };
  if (!/^(?:0|[1-9]\d{0,2})$/.test(lengthText)) return undefined;
  // The prefix of an IPv4-mapped range counts the 96 bits in front of the IPv4 address.
  const mapped = bits === 32 && addressText.includes(':');
  const prefixLength = Number(lengthText) - (mapped ? 96 : 0);
  return prefixLength < 0 || prefixLength > bits ? undefined : { address, prefixLength };
}

export function isInRange(address: IpAddress, range: IpRange): boolean {
  return address.kind() === range.address.kind() && address.match(range.address, range.prefixLength);
}
