/** Examples of calls with the key `checkout-layout`, each with its client. */
export type Examples = readonly (readonly [client: string, code: string])[];
