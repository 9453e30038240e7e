/** Returns a function that resolves references (`$ref`) of the document, and returns other values unchanged. */
export function createReader(document) {
  return function read(value) {
    if (value?.$ref === undefined) return value;
    const path = value.$ref.slice('#/'.length).split('/');
    return read(
      path.reduce((part, name) => part[name.replaceAll('~1', '/').replaceAll('~0', '~')], document),
    );
  };
}

/** Returns a text escaped for one cell of a table. */
export function writeCell(text = '') {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
