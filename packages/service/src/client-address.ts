/** The address that a request comes from, in an entry point that other services do not load. */
export {
  cameOverTls,
  clientAddress,
  createTrustedProxies,
  toNetwork,
  type TrustedProxies,
} from './server/client-address.ts';
export { proxyFields } from './server/proxy-fields.ts';
