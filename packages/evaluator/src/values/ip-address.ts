/**
 * An address as eight groups of 16 bits, one character each, so that addresses compare as texts. IPv4 is stored as IPv4-mapped IPv6, so
 * a dual-stack listener makes no difference.
 */
export type IpAddress = string;

/** All addresses from the first to the last, inclusive. */
export interface IpRange {
  readonly first: IpAddress;
  readonly last: IpAddress;
  /** True if all of it is in the block of IPv4-mapped addresses. */
  readonly isIpv4: boolean;
}

/** The maximal length of an address: IPv4-mapped IPv6 in full. */
const maxAddressLength = 45;

/** The prefix of IPv4-mapped addresses. */
export const ipv4Prefix = '\0\0\0\0\0\uffff';
export const allIpv4 = { first: `${ipv4Prefix}\0\0`, last: `${ipv4Prefix}\uffff\uffff` };

const decimalPart = /^(?:0|[1-9]\d{0,2})$/;
const hexadecimalGroup = /^[\da-f]{1,4}$/i;

/** Parses IPv4 in four decimal parts, or IPv6. A zone (`%eth0`) is not part of an address here. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.length > maxAddressLength) return undefined;
  if (!text.includes(':')) {
    const groups = groupsOfIpv4(text);
    return groups && ipv4Prefix + groups;
  }
  const [head = '', tail, ...rest] = text.split('::');
  if (rest.length > 0) return undefined;
  const before = groupsOf(head, tail === undefined);
  const after = tail === undefined ? '' : groupsOf(tail, true);
  if (before === undefined || after === undefined) return undefined;
  const missing = 8 - before.length - after.length;
  // `::` stands for one group of zeros at least.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return before + '\0'.repeat(missing) + after;
}

/** In brackets, which only IPv6 has, with a port or without; or IPv4 with a port. IPv6 without brackets cannot have one. */
const bracketed = /^\[([\da-f:.]*:[\da-f:.]*)\](?::(\d{1,5}))?$/i;
const withPort = /^([\d.]+):(\d{1,5})$/;
const maxPort = 65_535;
/** `[`, the longest address, `]:65535`. */
const maxPeerLength = maxAddressLength + 8;

/**
 * Parses the address of a peer as proxies write it: an address, also with a port, `192.0.2.1:4711` and `[2001:db8::1]:443`, or in
 * brackets, `[2001:db8::1]`. The port does not count.
 */
export function parsePeerAddress(text: string): IpAddress | undefined {
  const address = parseIpAddress(text);
  if (address !== undefined || text.length > maxPeerLength) return address;
  const match = bracketed.exec(text) ?? withPort.exec(text);
  if (match === null || Number(match[2] ?? 0) > maxPort) return undefined;
  return parseIpAddress(match[1] as string);
}

/**
 * Parses CIDR notation; an address alone is the range of just itself. Bits after the prefix do not count. The prefix of an
 * IPv4-mapped range counts the 96 bits in front of the IPv4 address; with fewer it is a range of IPv6.
 */
export function parseIpRange(text: string): IpRange | undefined {
  const [addressText = '', lengthText, ...rest] = text.split('/');
  const address = parseIpAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  if (lengthText === undefined) return { first: address, last: address, isIpv4: isIpv4(address) };
  if (!decimalPart.test(lengthText)) return undefined;
  const prefix = Number(lengthText) + (addressText.includes(':') ? 0 : 96);
  if (prefix > 128) return undefined;
  if (prefix === 128) return { first: address, last: address, isIpv4: isIpv4(address) };
  const group = prefix >>> 4;
  const free = 0xffff >>> (prefix & 15);
  const value = address.charCodeAt(group);
  const kept = address.slice(0, group);
  return {
    first: kept + String.fromCharCode(value & ~free) + lowest.slice(group + 1),
    last: kept + String.fromCharCode(value | free) + highest.slice(group + 1),
    isIpv4: isIpv4(address) && prefix >= 96,
  };
}

const lowest = '\0'.repeat(8);
const highest = '\uffff'.repeat(8);

export function isIpv4(address: IpAddress): boolean {
  return address.startsWith(ipv4Prefix);
}

/** Formats an address: IPv4 in decimal, IPv6 with its longest run of zeros omitted (RFC 5952). */
export function formatIpAddress(address: IpAddress): string {
  const groups = Array.from({ length: 8 }, (_, position) => address.charCodeAt(position));
  if (isIpv4(address)) {
    return groups
      .slice(6)
      .map((group) => `${group >>> 8}.${group & 255}`)
      .join('.');
  }
  const texts = groups.map((group) => group.toString(16));
  let [start, length] = [0, 1];
  for (let from = 0; from < 8; from++) {
    let to = from;
    while (groups[to] === 0) to++;
    if (to - from > length) [start, length] = [from, to - from];
  }
  if (length < 2) return texts.join(':');
  return `${texts.slice(0, start).join(':')}::${texts.slice(start + length).join(':')}`;
}

/** Parses the groups on one side of a double colon; the last two may be written as IPv4. */
function groupsOf(text: string, mayEndInIpv4: boolean): string | undefined {
  if (text === '') return '';
  const parts = text.split(':');
  let groups = '';
  for (const [position, part] of parts.entries()) {
    if (part.includes('.')) {
      const ipv4 = mayEndInIpv4 && position === parts.length - 1 ? groupsOfIpv4(part) : undefined;
      if (ipv4 === undefined) return undefined;
      groups += ipv4;
    } else {
      if (!hexadecimalGroup.test(part)) return undefined;
      groups += String.fromCharCode(Number.parseInt(part, 16));
    }
  }
  return groups;
}

function groupsOfIpv4(text: string): string | undefined {
  let bits = 0;
  let parts = 0;
  let value = -1;
  for (let index = 0; index <= text.length; index++) {
    const code = index === text.length ? dot : text.charCodeAt(index);
    if (code === dot) {
      // Each part has at least one digit.
      if (value < 0 || parts === 4) return undefined;
      bits = (bits << 8) | value;
      parts++;
      value = -1;
    } else {
      // A leading zero is refused, because some parsers read it as octal.
      if (code < zeroDigit || code > zeroDigit + 9 || value === 0) return undefined;
      value = Math.max(value, 0) * 10 + code - zeroDigit;
      if (value > 255) return undefined;
    }
  }
  return parts === 4 ? String.fromCharCode(bits >>> 16, bits & 0xffff) : undefined;
}

const dot = 46;
const zeroDigit = 48;
