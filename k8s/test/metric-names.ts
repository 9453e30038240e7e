import { parser } from '@prometheus-io/lezer-promql';

/** Returns the metrics that a PromQL expression refers to. Throws for an invalid expression. */
export function findMetricNames(expression: string): string[] {
  // Grafana substitutes its variables before; any word is enough here.
  const text = expression.replaceAll(/\$\{?\w+\}?/g, 'x');
  const names: string[] = [];
  const tree = parser.parse(text);
  tree.iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`${expression} cannot be parsed at ${node.from}.`);
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector') {
        names.push(text.slice(node.from, node.to));
      }
    },
  });
  return names;
}
