import { describe, expect, it } from '@jest/globals';
import { createWriter } from './make-write.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({
  document: organisations,
  createOrganisations: 'anyone',
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
});
const writer = createWriter(app);
const writes = writer.writes as Record<string, (typeof writer.writes)[string]>;

/** PostgreSQL cannot store the first, and stores the others as U+FFFD, so that different texts would become one. */
const endings = ['\0', '\ud800', '\udfff'];

/** Yields the value with this ending on one of its texts or names of members: one value for each of them. */
function* withEnding(value: unknown, ending: string): Generator {
  if (typeof value === 'string') yield value + ending;
  else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      for (const changed of withEnding(entry, ending)) yield value.with(index, changed);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const changed of withEnding(member, ending)) yield { ...value, [name]: changed };
      const { [name]: _, ...others } = value as Record<string, unknown>;
      yield { ...others, [name + ending]: member };
    }
  }
}

describe('a text that cannot be stored as it is', () => {
  it.each(Object.keys(writes))('is refused in every part of the body of %s', async (name) => {
    const write = writes[name]!;
    await write.before?.();
    for (const body of endings.flatMap((ending) => [...withEnding(write.body, ending)])) {
      writes[name] = { ...write, body: body as object };
      const { status, body: answer } = await writer.ask(name, '');
      expect({ body, status, answer }).toMatchObject({
        status: 400,
        answer: { details: [{ message: 'contains U+0000 or half of a surrogate pair' }] },
      });
    }
    writes[name] = write;
    const answer = await writer.ask(name, '');
    expect({ status: answer.status < 300 || answer.text }).toEqual({ status: true });
    writer.keep(name, answer.body);
  });
});
