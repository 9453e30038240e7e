import { expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readComposeFile, readComposeSchema, readText, type ComposeFile } from './compose-file.ts';

it('the file in docs/reference/configuration.md mounts the authority into every service that connects to PostgreSQL or Redis', () => {
  const text = readText('docs/reference/configuration.md');
  const [, yaml] = /```yaml\n(x-authority:.*?)```/s.exec(text)!;
  const file = parse(yaml!) as ComposeFile;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(readComposeSchema());
  expect(validate(file) ? [] : validate.errors).toEqual([]);

  const connects = Object.entries(readComposeFile().services).filter(
    ([, { environment }]) => environment?.['DATABASE_URL'],
  );
  expect(Object.keys(file.services).toSorted()).toEqual(connects.map(([name]) => name).toSorted());
  for (const { environment, volumes } of Object.values(file.services)) {
    const [, inside, mode] = volumes![0]!.split(':');
    expect(environment).toEqual({ NODE_EXTRA_CA_CERTS: inside });
    expect(mode).toBe('ro');
  }
});
