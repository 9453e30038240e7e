/** Returns users of requests, all different and unknown to the service. */
export function people(count) {
  return Array.from({ length: count }, (_, n) => ({
    id: `user-${100_000 + n}`,
    email: `jane.doe.${n}@acme.example`,
    country: n % 2 === 0 ? 'CA' : 'DE',
    platform: 'ios',
    app_version: '4.12.0',
    custom_data: { plan: 'gold', seats: 12 },
  }));
}
