const format = new Intl.NumberFormat('en-GB');

/** Formats a number as "200,002". */
export function formatNumber(amount: number): string {
  return format.format(amount);
}

/** Formats an amount with its noun: "1 evaluation", "200,002 evaluations". */
export function formatCount(amount: number, noun: string, plural = `${noun}s`): string {
  return `${format.format(amount)} ${amount === 1 ? noun : plural}`;
}
