/** Formats a size as people read it: 812 B, 5.9 kB, 12.3 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [divisor, unit] = bytes < 1_000_000 ? [1_000, 'kB'] : [1_000_000, 'MB'];
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}
