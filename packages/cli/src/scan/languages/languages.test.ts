import { describe, expect, it } from '@jest/globals';
import { languages } from './languages.ts';
import { allExamples } from '../../../test/calls/all-examples.ts';
import { scanSources } from '../../../test/scan-sources.ts';

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
    const all = languages.find(({ name }) => name === language)?.calls ?? [];
    // The others take keys in lists and objects: test/our-packages.test.ts has an example of each.
    const calls = all.filter(({ key, takesList }) => key?.length !== 0 && takesList !== true);
    const spelled = calls.flatMap(({ client, names, key = [0] }) =>
      names.map((name) => ({ client, name, before: 'context, '.repeat(key[0] ?? 0) })),
    );
    // One scan of a file for each, not a scan for each: a scan takes longer to begin than such a file takes.
    const files = spelled.map(({ client, name, before }, index) => [
      `${index}/${file}`,
      `import ${client}\nclient.${name}(${before}"checkout-layout", fallback)\n`,
    ]);
    const { references } = await scanSources(Object.fromEntries(files) as Record<string, string>);
    const found = new Set(references.map((each) => `${each.file} ${each.key}`));
    const missed = spelled.filter((_call, index) => !found.has(`${index}/${file} checkout-layout`));
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
