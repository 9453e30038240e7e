import type { Evaluation } from '@bunting/sdk-core';
import type { Client } from '../src/public/client.ts';
import type { ClientOptions } from '../src/public/options.ts';
import { answerWith, createPage, type RequestBody, type Page, type Reply } from './fake-page.ts';

/** The answer of the service to events. */
export const acceptedEvents: Reply = { status: 202, json: { accepted: 1 } };

/** The answer to evaluations: two variables of a split. */
export const evaluated = answerWith({ a: 1, b: 'x' }, {}, { split: true });

/** Returns the events that were sent, in order. */
export const getEvents = (page: Page): RequestBody['events'] =>
  page.bodiesOf('/v1/events').flatMap(({ events }) => events);

/** Returns a page whose client has values and has sent no other request. */
export async function openEventPage(
  options: Partial<ClientOptions> = {},
  result: Partial<Evaluation> = {},
): Promise<{ page: Page; client: Client }> {
  const page = createPage();
  const values = answerWith({ a: 1, b: 'x' }, {}, { split: true, ...result });
  page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : values);
  const client = page.open({
    user: { id: 'u', email: 'jo@acme.example', country: 'CH' },
    verifyEvents: false,
    ...options,
  });
  await client.ready();
  page.asked.splice(0);
  return { page, client };
}
