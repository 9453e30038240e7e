import type { Answered } from '../client.ts';

/** Staging, which is not protected. */
export const there = '/features/checkout/environments/staging';

export const text = (operator: string, values: readonly unknown[]) => ({
  property: 'custom',
  custom_key: 'text',
  operator,
  values,
});
export const rule = (...all_of: object[]) => ({ any_of: [{ all_of }], serve: { variation: 'off' } });
export const targeting = (...rules: object[]) => ({ enabled: true, rules });
export const many = <Entry>(count: number, entry: (number: number) => Entry) =>
  Array.from({ length: count }, (_, number) => entry(number));

/** Returns the messages of the problems, with or without their paths. */
export function joinMessages({ status, body }: Answered): string {
  if (status !== 400) throw new Error(`${status} is not 400: ${JSON.stringify(body).slice(0, 500)}`);
  return (body as { details: { path: string; message: string }[] }).details
    .map(({ path, message }) => `${path} ${message}`.trim())
    .join('\n');
}

/** Forty of these are far beyond the limit of a feature's patterns. */
export const heavyPattern = '(?:[a-c]{0,30}){0,10}[0-9]{1,9}';
