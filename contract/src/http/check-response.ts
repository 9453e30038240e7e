import type { JsonValue } from '@bunting/evaluator/definition';
import { differences } from '../differences.ts';
import type { ActualResponse, ExpectedResponse } from './http-case.ts';
import { parseResultKeys } from './result-keys.ts';

/** Returns the differences between a response and the expected one, one sentence each. */
export function checkResponse(expected: ExpectedResponse, actual: ActualResponse): string[] {
  if (actual.status !== expected.status) {
    return [`the status is ${actual.status} instead of ${expected.status}, with the body ${actual.text}`];
  }
  return [
    ...checkHeaders(expected.headers ?? {}, actual),
    ...checkText(expected, actual.text),
    ...checkJson(expected, actual.text),
  ];
}

const entityTag = /^"[^"]+"$/;

function checkHeaders(
  expected: Readonly<Record<string, string | null>>,
  { headers }: ActualResponse,
): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    if (value === null) return headers[name] === undefined ? [] : [`the header ${name} is there`];
    const sent = String(headers[name] ?? '');
    const compared = name === 'content-type' ? (sent.split(';')[0] ?? '').trim() : sent;
    if (value === '<etag>')
      return entityTag.test(sent) ? [] : [`the header ${name} is no entity tag: "${sent}"`];
    return compared === value ? [] : [`the header ${name} is "${sent}" instead of "${value}"`];
  });
}

function checkText({ text, text_contains: parts = [] }: ExpectedResponse, actual: string): string[] {
  if (text !== undefined && text !== actual) return [`the body is ${actual} instead of ${text}`];
  return parts.filter((part) => !actual.includes(part)).map((part) => `the body lacks ${part}: ${actual}`);
}

function checkJson({ json, result_keys: keys }: ExpectedResponse, text: string): string[] {
  if (json === undefined && keys === undefined) return [];
  let body: JsonValue;
  try {
    body = JSON.parse(text) as JsonValue;
  } catch {
    return [`the body is no JSON: ${text}`];
  }
  return [
    ...(json === undefined ? [] : differences(json, body)),
    ...(keys === undefined
      ? []
      : differences(JSON.stringify(keys), JSON.stringify(parseResultKeys(text)), 'the order of results')),
  ];
}
