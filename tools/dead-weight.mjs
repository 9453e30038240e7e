/** Returns whether no program that we run reads the file: declarations and sources, maps, documentation, tests, code for bundlers; and unused parts of Swagger UI. */
export function isDeadWeight(file) {
  return (
    /\.([cm]?ts|tsbuildinfo|map|md|markdown|flow)$/.test(file) ||
    /\/\.pnpm\/[^/]+\/node_modules\/(@[^/]+\/)?[^/]+\/tests?\//.test(file) ||
    /\/@opentelemetry\/[^/]+\/build\/(esm|esnext)\//.test(file) ||
    /\/swagger-ui-dist\/swagger-ui(-es-bundle(-core)?)?\.js$/.test(file)
  );
}
