/** Shared, because creating a formatter is slow and lists show many shares. */
const share = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });

export const percent = (weight: number) => `${share.format(weight)}%`;
