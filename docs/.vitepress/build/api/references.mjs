/** Returns a function that returns what a value of the document refers to, or the value. */
export function createReader(document) {
  return function read(value) {
    if (value?.$ref === undefined) return value;
    const path = value.$ref.slice('#/'.length).split('/');
    return read(
      path.reduce((part, name) => part[name.replaceAll('~1', '/').replaceAll('~0', '~')], document),
    );
  };
}

/** Returns a text for one cell of a table. */
export function writeCell(text = '') {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
