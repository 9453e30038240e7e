/** Records by the day on which they were made, where the reader is; newest first, as they come. */
export function byDay<Entry extends { readonly at: string }>(
  records: readonly Entry[],
): [day: string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const record of records) {
    const at = new Date(record.at);
    const day = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
    const ofDay = days.get(day);
    if (ofDay === undefined) days.set(day, [record]);
    else ofDay.push(record);
  }
  return [...days];
}

/** How it was done. */
export const sourceWords: Readonly<Record<string, string>> = {
  session: 'in the console or by a session',
  api_token: 'with a token',
  staff: 'as staff',
  import: 'by an import',
  bootstrap: 'by the bootstrap document',
};
