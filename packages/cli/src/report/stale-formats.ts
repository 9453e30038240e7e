import type { Advice } from '../service/read-advice.ts';
import { codeSpan, csvCell } from './formats.ts';
import { printableJson, printableLine } from './printable.ts';
import { formatCount, type ReportedReference } from './report.ts';
import { sarifDocument, sarifResult } from './sarif.ts';

/** A key of the working tree whose feature is stale. */
export interface StaleKey {
  readonly key: string;
  /** Slug. */
  readonly project: string;
  readonly advice: Advice;
  readonly references: readonly ReportedReference[];
}

export interface StaleReport {
  /** Null = the repository has several. */
  readonly project: string | null;
  readonly version: string;
  readonly keys: readonly StaleKey[];
}

/** Returns the replacement of the calls for a key: a value as JSON, or words. */
function getReplacement(key: string, { forward, verdict, status, evidence }: Advice): string {
  const served = forward?.[key];
  if (served !== undefined && served.variation !== null) return JSON.stringify(served.value);
  if (verdict === 'finish') return 'choose a value first';
  const isDefault = evidence.constant_since !== null || status === 'archived';
  return isDefault ? 'the default in the code' : 'nothing: it is not evaluated';
}

/** The formats of `refs stale`, by name. */
export const staleFormats: Readonly<Record<string, (report: StaleReport) => string>> = {
  text: toText,
  json: toJson,
  csv: toCsv,
  sarif: toSarif,
  markdown: toMarkdown,
};

function* referencesOf({ keys }: StaleReport) {
  for (const { key, advice, references } of keys) {
    for (const reference of references) yield { key, advice, reference };
  }
}

function verdictOf({ verdict, certain }: Advice): string {
  return certain ? verdict : `${verdict}, not certain`;
}

function toText(report: StaleReport): string {
  return [...referencesOf(report)]
    .map(({ key, advice, reference: { file, line, snippet } }) => {
      const what = `${key} (${verdictOf(advice)}): ${getReplacement(key, advice)}`;
      return `${printableLine(`${file}:${line}: ${what}${snippet === '' ? '' : `  ${snippet}`}`)}\n`;
    })
    .join('');
}

/** Formats a report for scripts: names and meanings of members do not change within a major version. */
function toJson({ project, keys }: StaleReport): string {
  const document = {
    version: 1,
    project,
    keys: keys.map(({ key, project: ofKey, advice, references }) => ({
      key,
      project: ofKey,
      feature: advice.feature,
      owners: advice.owners,
      verdict: advice.verdict,
      certain: advice.certain,
      forward: advice.forward?.[key] ?? null,
      put: getReplacement(key, advice),
      reasons: advice.reasons,
      references: references.map(({ file, line, snippet, isComment }) => ({
        file,
        line_number: line,
        snippet,
        comment: isComment,
      })),
    })),
  };
  return printableJson(document);
}

const csvHeader = ['key', 'feature', 'verdict', 'certain', 'put', 'file', 'line_number', 'snippet'];

function toCsv(report: StaleReport): string {
  const rows = [...referencesOf(report)].map(({ key, advice, reference: { file, line, snippet } }) => [
    key,
    advice.feature,
    advice.verdict,
    String(advice.certain),
    getReplacement(key, advice),
    file,
    String(line),
    snippet,
  ]);
  return [csvHeader, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

const rule = { id: 'stale-flag', text: 'A stale feature flag.', level: 'warning' } as const;

function toSarif(report: StaleReport): string {
  const results = [...referencesOf(report)].map(({ key, advice, reference }) =>
    sarifResult(reference, {
      rule,
      ruleIndex: 0,
      level: advice.certain && !reference.isComment ? 'warning' : 'note',
      text: `${key} (${verdictOf(advice)}): ${getReplacement(key, advice)}`,
    }),
  );
  return sarifDocument(report.version, [rule], results);
}

function toMarkdown(report: StaleReport): string {
  const references = [...referencesOf(report)].length;
  const lines = [
    `### Stale feature flags: ${formatCount(report.keys.length, 'key')} in ${formatCount(references, 'reference')}`,
    '',
  ];
  if (report.keys.length > 0)
    lines.push('| Key | Verdict | Replace with | Reasons | References |', '| --- | --- | --- | --- | --- |');
  for (const { key, advice, references } of report.keys) {
    const occurrences = references.map(({ file, line }) => codeSpan(`${file}:${line}`)).join('<br>');
    const why = advice.reasons.map(codeSpan).join('<br>');
    lines.push(
      `| ${codeSpan(key)} | ${verdictOf(advice)} | ${codeSpan(getReplacement(key, advice))} | ${why} | ${occurrences} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}
