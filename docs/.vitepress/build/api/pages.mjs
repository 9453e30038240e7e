// The pages of the API: one for each tag of docs/openapi.json, and one with all schemas.
import { readFileSync } from 'node:fs';
import { docs } from '../repository.mjs';
import { writeOperation } from './operations.mjs';
import { createReader } from './references.mjs';
import { describeType, writeMembers } from './schemas.mjs';

/** Returns the pages: `{ tag, text, link, markdown }`. */
export function listApiPages() {
  const document = JSON.parse(readFileSync(`${docs}/openapi.json`, 'utf8'));
  const read = createReader(document);
  const operations = listOperations(document);
  const tags = [...new Set(operations.map(getTag))];
  const pages = tags.map((tag) => {
    const sections = operations
      .filter((each) => getTag(each) === tag)
      .map((each) => writeOperation(each, read));
    return createPage(tag, sections.join('\n'));
  });
  return [...pages, createPage('schemas', writeSchemas(document, read))];
}

function createPage(tag, body) {
  const text = (tag.charAt(0).toUpperCase() + tag.slice(1)).replace(/^Api\b/, 'API');
  const name = tag.toLowerCase().replaceAll(' ', '-');
  return { tag: name, text, link: `/reference/api/${name}`, markdown: `# ${text}\n\n${body}` };
}

/** Returns the tag of an operation. Services spell tags differently ("code references", "code-references"), but each has one page. */
const getTag = ({ operation }) => operation.tags[0].replaceAll('-', ' ');

function listOperations({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.responses !== undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function writeSchemas({ components }, read) {
  return Object.entries(components.schemas)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, schema]) => {
      const text = schema.description === undefined ? '' : `${schema.description}\n\n`;
      const members = writeMembers(schema, read);
      return `## ${name}\n\n${text}${members === '' ? `${describeType(schema)}\n` : members}`;
    })
    .join('\n');
}
