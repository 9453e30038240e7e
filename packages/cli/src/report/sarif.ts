import { printableJson } from './printable.ts';
import type { KeyStatus, Report, ReportedReference } from './report.ts';

export interface SarifRule {
  readonly id: string;
  readonly text: string;
  readonly level: 'note' | 'warning' | 'error';
}

const rules = [
  { id: 'flag-reference', text: 'A feature-flag key is referenced.', level: 'note' },
  { id: 'unknown-flag', text: 'A feature-flag key that is not in the project.', level: 'error' },
  {
    id: 'archived-flag',
    text: 'A feature-flag key of an archived feature: it serves no value.',
    level: 'error',
  },
] as const satisfies readonly SarifRule[];

const ruleOf: Readonly<Record<KeyStatus, number>> = { known: 0, unchecked: 0, unknown: 1, archived: 2 };

/** Formats SARIF 2.1.0, which code scanning of GitHub and others reads. */
export function toSarif({ references, version }: Report): string {
  const results = references.map((reference) => {
    const ruleIndex = ruleOf[reference.status];
    const rule = rules[ruleIndex] as SarifRule;
    const text = `${rule.text.replace(/\.$/, '')}: ${reference.key}`;
    return sarifResult(reference, {
      rule,
      ruleIndex,
      level: reference.isComment ? 'note' : rule.level,
      text,
    });
  });
  return sarifDocument(version, rules, results);
}

/** Formats one reference as a result. */
export function sarifResult(
  { key, file, line, snippet }: ReportedReference,
  about: { rule: SarifRule; ruleIndex: number; level: SarifRule['level']; text: string },
): object {
  return {
    ruleId: about.rule.id,
    ruleIndex: about.ruleIndex,
    level: about.level,
    message: { text: about.text },
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
}

export function sarifDocument(
  version: string,
  ownRules: readonly SarifRule[],
  results: readonly object[],
): string {
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'bunting',
            version,
            rules: ownRules.map(({ id, text, level }) => ({
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
  return printableJson(document);
}
