/** Prints measured values: [name, value, unit]. */
export function printFigures(figures) {
  for (const [name, value, unit] of figures)
    console.log(`figure footprint_${name} ${rounded(value)} ${unit}`);
}

export function printTable(title, rows) {
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, rounded(value)])),
      ]),
    ),
  );
}

/** Rounds to three significant digits, and larger values to whole numbers. */
function rounded(value) {
  if (typeof value !== 'number') return value;
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
