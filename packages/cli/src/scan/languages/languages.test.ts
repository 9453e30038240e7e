import { describe, expect, it } from '@jest/globals';
import { languages } from './languages.ts';
import { allExamples } from '../../../test/calls/all-examples.ts';
import { keysIn, scanSources } from '../../../test/scan-sources.ts';

describe.each(allExamples)('$language', ({ language, file, examples }) => {
  it.each(examples)('finds the key of %s in: %s', async (client, code) => {
    const { references } = await scanSources({ [file]: `${code}\n` });

    const found = references.find(({ key }) => key === 'checkout-layout');
    expect(found?.snippet).toContain('checkout-layout');
    expect([client, ...(sharedNames[client] ?? [])]).toContain(found?.client);
  });

  it('has an example for every client of its table', () => {
    const clients = new Set(
      languages.find(({ name }) => name === language)?.calls.map(({ client }) => client),
    );
    const shown = new Set(examples.map(([client]) => client));
    expect([...clients].filter((client) => !shown.has(client))).toEqual([]);
    expect(shown).toContain('Bunting');
  });

  it('finds the key of every name of its table', async () => {
    const calls = languages.find(({ name }) => name === language)?.calls ?? [];
    const missed: string[] = [];
    for (const { client, names, key = [0] } of calls) {
      for (const name of names) {
        const before = 'context, '.repeat(key[0] ?? 0);
        const code = `import ${client}\nclient.${name}(${before}"checkout-layout", fallback)\n`;
        if (!(await keysIn(file, code)).includes('checkout-layout')) missed.push(`${client} ${name}`);
      }
    }
    expect(missed).toEqual([]);
  });
});

/** Clients with calls of the same name. The call is reported under the first matching client of the table. */
const sharedNames: Readonly<Record<string, readonly string[]>> = {
  Flagsmith: ['PostHog', 'GrowthBook'],
  GrowthBook: ['Flagsmith', 'ConfigCat'],
  PostHog: ['Flagsmith'],
  Flipper: ['Unleash'],
  ConfigCat: ['Flagsmith', 'GrowthBook'],
};
