import type { Library } from './list-libraries.ts';

interface Image {
  /** The name with the registry and the version: `ghcr.io/acme/bunting/eval-api:1.2.3`. */
  readonly reference: string;
  readonly version: string;
  readonly epochS: number;
  readonly libraries: readonly Library[];
  /** Images that it is built from, and that have lists of their own. */
  readonly bases: readonly string[];
  /** Packages of Debian that it has besides those of its bases. */
  readonly debianPackages: readonly string[];
}

/** Returns the contents of an image in the format CycloneDX 1.6. */
export function toBillOfMaterials(image: Image): object {
  const { reference, version, epochS, libraries, bases, debianPackages } = image;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(epochS * 1000).toISOString(),
      component: { type: 'container', 'bom-ref': reference, name: reference, version },
    },
    components: [
      ...bases.map((base) => ({ type: 'container', 'bom-ref': base, name: base })),
      ...debianPackages.map((name) => {
        const purl = `pkg:deb/debian/${name}`;
        return { type: 'application', 'bom-ref': purl, name, purl };
      }),
      ...libraries.map(({ name, version: of }) => {
        const purl = `pkg:npm/${name.replace('@', '%40')}@${of}`;
        return { type: 'library', 'bom-ref': purl, name, version: of, purl };
      }),
    ],
  };
}
