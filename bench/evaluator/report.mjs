// Closures read no context, so they are compared with prepared contexts. Peers are compared with the cost of a request.

export function printTables(results, sides, caseNames) {
  for (const mode of ['prepared', 'request']) {
    console.log(
      mode === 'prepared'
        ? '\nNanoseconds of CPU per evaluation (batch: per 100), context read beforehand; medians'
        : '\nThe same, with what each side itself does to the user of a request',
    );
    console.log(row(['', ...caseNames]));
    for (const { name } of sides) {
      console.log(row([name, ...caseNames.map((caseName) => format(timeOf(results, name, caseName, mode)))]));
    }
  }
  console.log('');
}

export function printFigures(results, caseNames) {
  const figure = (name, value) => console.log(`figure ${name} ${value.toFixed(2)} ratio`);
  for (const caseName of caseNames) {
    const peers = new Set(results.map(({ name }) => name));
    peers.delete('Bunting');
    peers.delete('closures by hand');
    const best = Math.min(...[...peers].map((name) => timeOf(results, name, caseName, 'request')));
    figure(`evaluator_vs_best_peer_${caseName}`, best / timeOf(results, 'Bunting', caseName, 'request'));
  }
  for (const caseName of caseNames) {
    const ours = timeOf(results, 'Bunting', caseName, 'prepared');
    figure(
      `evaluator_vs_closures_${caseName}`,
      ours / timeOf(results, 'closures by hand', caseName, 'prepared'),
    );
  }
}

/** Returns the time. A side that reads no context takes the same time in both modes. */
function timeOf(results, name, caseName, mode) {
  const of = (wanted) =>
    results.find((result) => result.name === name && result.caseName === caseName && result.mode === wanted);
  return (of(mode) ?? of('prepared')).ns;
}

function row([first, ...cells]) {
  return first.padEnd(18) + cells.map((cell) => cell.padStart(12)).join('');
}

function format(ns) {
  return ns < 100 ? ns.toFixed(1) : Math.round(ns).toLocaleString('en');
}
