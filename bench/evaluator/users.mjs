// Different people, as a request would bring them: parsed from JSON, no two the same object. All of them are on the
// platform, in the organisations and on the plans that the last rule names.
const COUNT = 4096;

export function createUsers() {
  return Array.from({ length: COUNT }, (_, place) =>
    JSON.parse(
      JSON.stringify({
        id: `user-${(place * 2_654_435_761) % 1_000_003}`,
        email: `person.${place}@example.com`,
        organisation: `org-${90 + (place % 4)}`,
        platform: 'ios',
        plan: place % 3 === 0 ? 'team' : 'pro',
        country: ['CA', 'DE', 'NL', 'SE'][place % 4],
        version: `1.${place % 20}.0`,
      }),
    ),
  );
}
