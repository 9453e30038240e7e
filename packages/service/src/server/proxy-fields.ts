import { FieldProblem, integer, type Field } from '@bunting/config';
import proxyaddr from 'proxy-addr';

/** Loopback, RFC 1918, RFC 4193 and link-local addresses, where one's own proxies usually are. */
const ownNetworks = 'loopback,linklocal,uniquelocal';

/** Declares networks, separated by commas: `10.0.0.0/8,2001:db8::/32`, and the names that stand for several. */
function networks(options: { description: string }): Field<readonly string[]> {
  return {
    ...options,
    defaultText: ownNetworks,
    parse(raw) {
      const listed = raw.split(',').map((each) => each.trim());
      for (const each of listed) {
        try {
          proxyaddr.compile(each);
        } catch {
          throw new FieldProblem(
            `must be comma-separated networks (10.0.0.0/8, 2001:db8::/32, loopback, linklocal, uniquelocal), not "${each}"`,
          );
        }
      }
      return listed;
    },
  };
}

/** The variables of services that go by the address of the caller. */
export const proxyFields = {
  TRUST_PROXY: integer({
    default: 0,
    min: 0,
    max: 10,
    description: 'the number of your reverse proxies, whose X-Forwarded headers are trusted',
  }),
  TRUST_PROXY_FROM: networks({ description: 'the networks of those proxies' }),
};
