/** Code as people write it, by file extension: client and a call with the key `checkout-layout`. */
export type Examples = readonly (readonly [client: string, code: string])[];
