import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const overlays = ['trial', 'production', 'full'] as const;
export type Overlay = (typeof overlays)[number];

const folder = new URL('../', import.meta.url);

/** A Kubernetes object, with the members that the tests use. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } };
  }[];
  readonly envFrom?: readonly { configMapRef?: { name: string } }[];
  readonly ports?: readonly { containerPort: number }[];
  readonly volumeMounts?: readonly { mountPath: string }[];
  readonly resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
  readonly securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: readonly string[] };
  };
  readonly startupProbe?: object;
  readonly readinessProbe?: object;
  readonly livenessProbe?: object;
  readonly lifecycle?: { preStop?: { sleep?: { seconds: number } } };
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly object[];
  readonly securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } };
}

/** Reads the output of `npm run k8s:render`: the manifests as a cluster gets them. */
export function readRendered(overlay: Overlay): Manifest[] {
  return parseManifests(readFileSync(new URL(`rendered/${overlay}.yaml`, folder), 'utf8'));
}

/** Renders the overlay with the kubectl at `program`. */
export function renderAnew(program: string, overlay: Overlay): Manifest[] {
  const path = fileURLToPath(new URL(`overlays/${overlay}`, folder));
  const { status, stdout, stderr } = spawnSync(program, ['kustomize', path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseManifests(stdout);
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

export function getPod({ kind, spec }: Manifest): PodSpec | undefined {
  if (!['Deployment', 'StatefulSet', 'Job'].includes(kind)) return undefined;
  return (spec as { template: { spec: PodSpec } }).template.spec;
}
