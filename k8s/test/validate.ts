import type { Manifest } from './rendered.ts';

/** Validates against the machine-readable schemas of Kubernetes and of KEDA. */
export async function validate(manifest: Manifest): Promise<void> {
  const { apiVersion, kind } = manifest;
  const path = apiVersion.startsWith('keda.sh/')
    ? `@kubernetes-models/keda/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;
  const models = (await import(path)) as Record<string, new (data: object) => { validate(): void }>;
  const Model = models[kind] ?? (models['default'] as unknown as typeof models)[kind]!;
  new Model(manifest).validate();
}
