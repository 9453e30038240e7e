/** Returns a finite number as decimal digits, never with an exponent: 1e21 is "1000000000000000000000". */
export function formatDecimal(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e')) return shortest;
  const [mantissa = '', exponent] = shortest.split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.');
  const shift = Number(exponent);
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction}${'0'.repeat(shift - fraction.length)}`;
}
