/** Where a request comes from. It is apart because services that do not ask load none of it. */
export {
  cameOverTls,
  clientAddress,
  createTrustedProxies,
  networkOf,
  type TrustedProxies,
} from './server/client-address.ts';
export { proxyFields } from './server/proxy-fields.ts';
