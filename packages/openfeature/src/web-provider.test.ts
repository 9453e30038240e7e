import { expect, it } from '@jest/globals';
import { BuntingWebProvider, type BuntingWebProviderOptions } from './web-provider.ts';

it('wrong options throw nothing; they are reported together, and make the provider fatal', async () => {
  const messages: string[] = [];
  const wrong = {
    url: 5,
    key: 'none',
    onError: ({ message }: { message: string }) => void messages.push(message),
  };
  const provider = new BuntingWebProvider(wrong as unknown as BuntingWebProviderOptions);
  await expect(provider.initialize()).rejects.toMatchObject({ code: 'PROVIDER_FATAL' });
  expect(messages).toEqual(['url must begin with http:// or https://, key must be a UUID']);
  expect(provider.resolveBooleanEvaluation('a', true).value).toBe(true);
  await provider.onClose();
});
