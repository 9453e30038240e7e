// Different users like those of requests: parsed from JSON, each a separate object. All of them match the platform, the
// organisations and the plans of the last rule.
const COUNT = 4096;

export function createUsers() {
  return Array.from({ length: COUNT }, (_, index) =>
    JSON.parse(
      JSON.stringify({
        id: `user-${(index * 2_654_435_761) % 1_000_003}`,
        email: `person.${index}@example.com`,
        organisation: `org-${90 + (index % 4)}`,
        platform: 'ios',
        plan: index % 3 === 0 ? 'team' : 'pro',
        country: ['CA', 'DE', 'NL', 'SE'][index % 4],
        version: `1.${index % 20}.0`,
      }),
    ),
  );
}
