import { FieldProblem, type Field } from '@bunting/config';
import proxyaddr from 'proxy-addr';

/** Which proxies are believed when they say for whom they ask. */
export interface TrustedProxies {
  /** How many of them stand one behind the other. */
  readonly hops: number;
  /** Whether one of them has this address: without, whoever reaches the service's own port could write the headers. */
  isTrusted(address: string): boolean;
}

/** Loopback, and what RFC 1918, RFC 4193 and link-local addresses are: where proxies of one's own stand. */
const ownNetworks = 'loopback,linklocal,uniquelocal';

/** Throws a TypeError that names the first network that is none. */
export function createTrustedProxies(hops: number, networks: readonly string[]): TrustedProxies {
  const trust = proxyaddr.compile([...networks]);
  return { hops, isTrusted: (address) => address !== '' && trust(address, 0) };
}

/** Networks with commas between: `10.0.0.0/8,2001:db8::/32`, and the names that stand for several. */
export function networks(words: { description: string }): Field<readonly string[]> {
  return {
    ...words,
    defaultText: ownNetworks,
    parse(raw) {
      const listed = raw.split(',').map((each) => each.trim());
      for (const each of listed) {
        try {
          proxyaddr.compile(each);
        } catch {
          throw new FieldProblem(
            `must be networks with commas between them (10.0.0.0/8, 2001:db8::/32, loopback, linklocal, uniquelocal), not "${each}"`,
          );
        }
      }
      return listed;
    },
  };
}
