import { createHash } from 'node:crypto';

/** Returns users of all kinds, the same in every run. */
export function randomUsers(count: number): object[] {
  return Array.from({ length: count }, (_, n) => {
    const bytes = createHash('sha256').update(`user ${n}`).digest();
    const pick = <T>(at: number, ...choices: T[]): T => choices[bytes[at]! % choices.length]!;
    return {
      id: pick(0, `user-${bytes.readUInt32BE(8)}`, undefined),
      email: pick(1, `jane-${bytes.readUInt16BE(12)}@acme.example`, `tester@contract.example`, undefined),
      country: pick(2, 'CA', 'DE', 'US', 'FR', undefined),
      platform: pick(3, 'ios', 'android', 'web'),
      app_version: pick(4, '4.12.0', '3.0.1', '5.0.0-beta.1'),
      ip_address: pick(5, '203.0.113.7', '198.51.100.1', undefined),
      custom_data: { plan: pick(6, 'gold', 'free'), seats: bytes[7], beta: pick(8, true, false) },
    };
  });
}
