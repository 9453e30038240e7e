import type { KeyStatus, Report } from './report.ts';

const rules = [
  { id: 'flag-reference', text: 'A feature-flag key is referenced.', level: 'note' },
  { id: 'unknown-flag', text: 'A feature-flag key that the project does not have.', level: 'error' },
  { id: 'archived-flag', text: 'A key of an archived feature: nothing is served for it.', level: 'error' },
] as const;

const ruleOf: Readonly<Record<KeyStatus, number>> = { known: 0, unchecked: 0, unknown: 1, archived: 2 };

/** SARIF 2.1.0, which code scanning of GitHub and others reads. */
export function toSarif({ references, version }: Report): string {
  const results = references.map(({ key, file, line, snippet, status, isComment }) => {
    const ruleIndex = ruleOf[status];
    const rule = rules[ruleIndex] as (typeof rules)[number];
    return {
      ruleId: rule.id,
      ruleIndex,
      level: isComment ? 'note' : rule.level,
      message: { text: `${rule.text.replace(/\.$/, '')}: ${key}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: {
              uri: file.split('/').map(encodeURIComponent).join('/'),
              uriBaseId: '%SRCROOT%',
            },
            region: { startLine: line, ...(snippet === '' ? {} : { snippet: { text: snippet } }) },
          },
        },
      ],
      partialFingerprints: { 'bunting/v1': `${key}:${file}` },
    };
  });
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'bunting',
            version,
            rules: rules.map(({ id, text, level }) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
