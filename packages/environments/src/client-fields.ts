import { userSigningFields } from '@bunting/sealed-secrets';
import { proxyFields } from '@bunting/service/client-address';

/** The variables of services that are asked with client keys. */
export const clientFields = { ...proxyFields, ...userSigningFields };
