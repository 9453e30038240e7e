/** The first instant of a day of the reader, as the server takes it. Undefined = it is no day. */
export function dayStart(day: string): string | undefined {
  const at = new Date(`${day}T00:00`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The first instant after it. */
export function dayEnd(day: string): string | undefined {
  const start = dayStart(day);
  if (start === undefined) return undefined;
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}
