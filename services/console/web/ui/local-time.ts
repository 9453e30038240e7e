/** An instant as `<input type="datetime-local">` has it: in the time zone of whoever looks. */
export function localInputOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** And back, in UTC; undefined = it is empty or no time. */
export function instantOf(local: string): string | undefined {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
