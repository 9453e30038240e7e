/** A user as the evaluation API takes it. */
export interface Shopper {
  readonly id: string;
  readonly email?: string;
  readonly country: string;
  readonly app_version: string;
  readonly custom_data: { readonly orders: number };
}

/** The number of made-up users; each counts once a month towards the demo's cap of 5,000. */
export const shopperCount = 60;

const countries = ['CA', 'US', 'CA', 'DE', 'JP'];
const versions = ['2.3.1', '2.4.0', '2.5.2'];

/** Returns a made-up user of the demo's shop; `index` is from 0 to `shopperCount` - 1. Every twentieth works at Acme. */
export function createShopper(index: number): Shopper {
  const id = `shopper-${index + 1}`;
  return {
    id,
    ...(index % 20 === 0 && { email: `${id}@acme.example` }),
    country: countries[index % countries.length]!,
    app_version: versions[index % versions.length]!,
    custom_data: { orders: index % 14 },
  };
}
