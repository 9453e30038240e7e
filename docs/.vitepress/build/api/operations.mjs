import { writeCell } from './references.mjs';
import { describeType, writeMembers, writeParameters, writeTable } from './schemas.mjs';

/** Returns an operation as a section of Markdown. */
export function writeOperation({ method, path, operation }, read) {
  const { summary, description, security = [], parameters = [], requestBody, responses } = operation;
  const credentials = security.flatMap((each) => Object.keys(each)).map((name) => `\`${name}\``);
  return [
    `## ${summary}\n`,
    `\`\`\`http\n${method} ${path}\n\`\`\`\n`,
    description === undefined ? '' : `${description}\n`,
    credentials.length === 0 ? 'No credentials.\n' : `Credentials: ${credentials.join(' or ')}.\n`,
    writeParameters(parameters.map(read)),
    writeBody(read(requestBody), read),
    writeResponses(responses, read),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function writeBody(body, read) {
  if (body === undefined) return '';
  return Object.entries(body.content)
    .map(([type, { schema }]) => {
      const members = schema?.$ref === undefined ? writeMembers(schema, read) : '';
      const what = members === '' ? `: ${describeType(schema)}` : '';
      return `Body, \`${type}\`${body.required ? '' : ', optional'}${what}\n\n${members}`;
    })
    .join('\n');
}

function writeResponses(responses, read) {
  const rows = Object.entries(responses).map(([status, reference]) => {
    const { description, content = {}, headers = {} } = read(reference);
    const types = Object.values(content).map(({ schema }) => describeType(schema));
    const cells = [
      status,
      description,
      types.join(' or '),
      Object.keys(headers)
        .map((name) => `\`${name}\``)
        .join(', '),
    ];
    return `| ${cells.map(writeCell).join(' | ')} |`;
  });
  return writeTable(['Status', 'Meaning', 'Body', 'Headers'], rows);
}
