/**
 * Formats a line that a service printed for the console: the service's name, and of a JSON log line its level, its message
 * and its other members.
 */
export function serviceLine(service: string, line: string): string {
  const entry = readEntry(line);
  if (!entry) return `${service}  ${line}`;
  const { level, msg, time: _time, service: _service, pid: _pid, hostname: _hostname, err, ...rest } = entry;
  const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const error = err?.stack ?? err?.message;
  return `${service}  ${level}: ${msg ?? ''}${more}${error === undefined ? '' : `\n${error}`}`;
}

interface Entry {
  readonly level: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

function readEntry(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Partial<Entry>;
    return typeof entry.level === 'string' ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
