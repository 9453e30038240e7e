import kit from './kit.module.css';

/** The mark of a variation: its colour by its place in the feature; from the fifth on notched, so that nobody needs to see colour. */
export function Pennant({ index, size = 11 }: { index: number; size?: number }) {
  const place = ((index % 8) + 8) % 8;
  return (
    <svg className={kit.pennant} width={size} height={size * 1.1} viewBox="0 0 20 22" aria-hidden="true">
      <path d={place < 4 ? 'M0 0h20L10 22z' : 'M0 0h20l-5 22-5-7-5 7z'} fill={`var(--v${place + 1})`} />
    </svg>
  );
}

export interface NamedVariation {
  readonly slug: string;
  readonly name: string;
}

/** A variation: its pennant with its name. One that is unknown here is shown by its slug. */
export function VariationName({ slug, variations }: { slug: string; variations: readonly NamedVariation[] }) {
  const index = variations.findIndex((each) => each.slug === slug);
  return (
    <span className={kit.named}>
      {index >= 0 && <Pennant index={index} />}
      <span>{variations[index]?.name || slug}</span>
    </span>
  );
}
