/** An instant as `<input type="datetime-local">` has it: in the time zone of whoever looks. */
export function localInputOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  // By its parts: the offset is in whole minutes, and that of years before 1900 is not. Whoever types 2026 passes the year 2.
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())];
  return `${day.join('-')}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** And back, in UTC; undefined = it is empty or no time. */
export function instantOf(local: string): string | undefined {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
