import { byKey, type Report } from './report.ts';

/** For scripts. Names and meanings of members do not change within a major version. */
export function toJson(report: Report): string {
  const document = {
    version: 1,
    project: report.project ?? null,
    references: report.references.map(({ key, file, line, snippet, way, client, status, isComment }) => ({
      key,
      file,
      line_number: line,
      snippet,
      found_by: way,
      client: client ?? null,
      status,
      comment: isComment,
    })),
    keys: byKey(report.references).map(([key, group]) => ({
      key,
      status: group[0]?.status ?? 'unchecked',
      references: group.length,
    })),
    files: {
      scanned: report.scanned,
      skipped: Object.fromEntries([...report.skipped].map(([reason, files]) => [reason, files.length])),
    },
    unresolved_constants: report.unresolved,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
