import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '@bunting/bootstrap';
import { useInstallation } from './installation.ts';

const installation = useInstallation();

/** Minus zero for every number of the document, as YAML and JSON write it. */
const document = (zero: string) => `
organisations:
  - slug: acme
    projects:
      - slug: web
        environments: [{ slug: production, api_keys: [] }]
        segments:
          - slug: new
            any_of: [{ all_of: [{ property: custom, custom_key: age, operator: eq, values: [${zero}] }] }]
        features:
          - slug: pricing
            variables: [{ slug: discount, type: number }, { slug: terms, type: json }]
            variations:
              - { slug: none, values: { discount: ${zero}, terms: { off: ${zero}, tiers: [1, { at: ${zero} }] } } }
              - { slug: ten, values: { discount: 0.1, terms: [] } }
            environments:
              production:
                targeting:
                  rules:
                    - any_of: [{ all_of: [{ property: custom, custom_key: n, operator: gte, values: [1, ${zero}] }] }]
                      rollout: { percentage: ${zero} }
                      serve: { split: [{ variation: none, weight: ${zero} }, { variation: ten, weight: 100 }] }
                    - rollout: { stages: [{ at: '2026-01-01', percentage: ${zero} }, { at: '2026-02-01', percentage: 5 }] }
                      serve: { variation: ten }
`;

describe('a document with minus zero', () => {
  it.each(['-0', '-0.0', '-0e3'])('written as %s changes nothing when it is applied again', async (zero) => {
    const parsed = parseDocument(document(zero)) as object;
    expect(JSON.stringify(parsed)).toContain('"percentage":0');
    expect((await installation.apply(parsed)).recorded.length).toBeGreaterThan(3);
    expect(await installation.apply(parsed)).toMatchObject({
      recorded: [],
      publications: [],
      deliveries: [],
    });
    // A document with zero changes nothing either.
    const plain = parseDocument(document('0')) as object;
    expect(await installation.apply(plain)).toMatchObject({ recorded: [], publications: [], deliveries: [] });
  });
});
