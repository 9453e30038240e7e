import { expect, it } from '@jest/globals';
import { services } from '../../local/src/services.ts';
import { getPod, readRendered } from './rendered.ts';

it('the component authority mounts its file into every container that connects to PostgreSQL or Redis', () => {
  const containers = readRendered('full').flatMap((manifest) => {
    const pod = getPod(manifest);
    return pod === undefined || manifest.metadata.name === 'console'
      ? []
      : [...(pod.initContainers ?? []), ...pod.containers];
  });
  expect(containers).toHaveLength(2 * (services.length - 1) + 1); // each service waits for the migration
  for (const { env, volumeMounts } of containers) {
    const folder = volumeMounts![0]!.mountPath;
    expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${folder}/ca.crt` });
  }
});
