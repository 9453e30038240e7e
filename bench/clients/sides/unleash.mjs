import { Unleash } from 'unleash-client';
import { toToggle } from '../../evaluator/formats/unleash.mjs';

export const name = 'unleash-client';
export const counts = 'values';

export async function createSide({ flags, sink }) {
  const client = new Unleash({
    url: sink.url,
    appName: 'bench',
    backupPath: undefined,
    bootstrap: { data: flags.map(toToggle) },
    skipInstanceCountWarning: true,
  });
  client.on('error', () => {}).on('warn', () => {});
  await new Promise((resolve) => client.once('ready', resolve));
  return {
    inputOf: ({ id, ...properties }) => ({ userId: id, properties }),
    value: (key, context) => client.isEnabled(key, context),
    close: () => client.destroy(),
  };
}
