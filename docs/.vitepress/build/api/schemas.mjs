import { writeCell } from './references.mjs';

/** Returns the type of a schema in words, with links to the schemas that it names. */
export function describeType(schema) {
  if (schema === undefined || schema === true) return 'anything';
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1);
    return `[${name}](schemas.md#${name.toLowerCase()})`;
  }
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return several.map(describeType).join(' or ');
  if (schema.allOf !== undefined) return schema.allOf.map(describeType).join(' and ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((each) => `\`${JSON.stringify(each)}\``).join(', ');
  const types = [schema.type ?? 'anything'].flat();
  return types.map((type) => describeOne(type, schema)).join(' or ');
}

function describeOne(type, schema) {
  if (type === 'array') return `list of ${describeType(schema.items)}`;
  if (type === 'string' && schema.format !== undefined) return `string (${schema.format})`;
  if (type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${describeType(schema.additionalProperties)}`;
  return type;
}

/** Returns the limits of a schema in words. */
function describeLimits({ minLength, maxLength, minItems, maxItems, minimum, maximum, default: value }) {
  return [
    describeRange(minLength, maxLength, 'characters'),
    describeRange(minItems, maxItems, 'items'),
    describeRange(minimum, maximum, ''),
    value === undefined ? '' : `default ${JSON.stringify(value)}`,
  ].filter((each) => each !== '');
}

function describeRange(min, max, unit) {
  if (min === undefined && max === undefined) return '';
  const range =
    max === undefined ? `at least ${min}` : min === undefined ? `at most ${max}` : `${min} to ${max}`;
  return `${range} ${unit}`.trim();
}

/** Returns a table of the members of an object; empty if there are none. */
export function writeMembers(schema, read) {
  const { properties = {}, required = [] } = read(schema) ?? {};
  const rows = Object.entries(properties).map(([name, member]) =>
    writeRow([`\`${name}\``, describeType(member), required.includes(name) ? 'yes' : '', describe(member)]),
  );
  return rows.length === 0 ? '' : writeTable(['Member', 'Type', 'Required', 'Meaning'], rows);
}

/** Returns a table of parameters. */
export function writeParameters(parameters) {
  const rows = parameters.map(({ name, in: where, required, schema, description }) =>
    writeRow([
      `\`${name}\``,
      where,
      describeType(schema),
      required ? 'yes' : '',
      describe({ ...schema, description }),
    ]),
  );
  return rows.length === 0 ? '' : writeTable(['Parameter', 'In', 'Type', 'Required', 'Meaning'], rows);
}

const describe = (schema) =>
  [schema.description, ...describeLimits(schema)].filter((each) => each !== undefined).join('; ');

const writeRow = (cells) => `| ${cells.map(writeCell).join(' | ')} |`;

export function writeTable(heads, rows) {
  return [writeRow(heads), writeRow(heads.map(() => '---')), ...rows, ''].join('\n');
}
