import { ago, formatClock, formatExactly } from './format-time.ts';

/** Shows a time, relative within a day. The tooltip has the exact time, local and in UTC. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${formatExactly(date)} · ${date.toISOString()}`}>
      {exact ? formatClock(date) : ago(date)}
    </time>
  );
}
