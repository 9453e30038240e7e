/** `pg` checks the certificate with these as with verify-full, warns of them, and is to stop doing so. */
const checkedToday = new Set(['prefer', 'require', 'verify-ca']);

/** Returns the connection string for `pg` of an address as people write it. */
export function toConnectionString(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  searchParams.delete('pgbouncer'); // the mark is ours to read
  const isChecked = checkedToday.has(searchParams.get('sslmode') ?? '');
  if (isChecked && !searchParams.has('uselibpqcompat')) searchParams.set('sslmode', 'verify-full');
  return url.href;
}
