import { describeMetadata, type FeatureLink, noMetadata } from '@bunting/definitions/metadata';
import { added, changed, formatValue, json, moved, type Part, removed } from './difference.ts';
import { movedPairs, pairSimilar } from '../pair-entries.ts';
import { isEqual } from '../is-equal.ts';

/** Metadata of a feature as audit records contain it. */
export type MetadataDescription = ReturnType<typeof describeMetadata>;

/** Records that are older than metadata count as features without any. */
const undescribed = describeMetadata(noMetadata);

/** Returns the differences of a feature's metadata, as audit records contain it. */
export function metadataDifferences(
  before: Partial<MetadataDescription>,
  after: Partial<MetadataDescription>,
): Part[] {
  const [was, is] = [
    { ...undescribed, ...before },
    { ...undescribed, ...after },
  ];
  const parts: Part[] = [];
  for (const member of ['kind', 'tags', 'owners'] as const) {
    if (!isEqual(was[member], is[member]))
      parts.push(changed(member, listOf(was[member]), listOf(is[member])));
  }
  parts.push(...linkDifferences(was.links, is.links));
  if (was.permanent !== is.permanent) {
    const texts = [permanentText(was.permanent), permanentText(is.permanent)] as const;
    parts.push(changed('permanent', was.permanent, is.permanent, texts));
  }
  for (const [member, label] of dated) {
    if (was[member] !== is[member]) parts.push(changed(label, was[member], is[member]));
  }
  return parts;
}

const dated = [
  ['expected_until', 'expected until'],
  ['snoozed_until', 'snoozed until'],
  ['manager', 'manager'],
] as const;

/** Copies a list, because the values of differences are JSON, whose lists are mutable. */
function listOf(value: string | readonly string[]): string | string[] {
  return typeof value === 'string' ? value : [...value];
}

function permanentText(permanent: boolean | null): string {
  return permanent === null ? 'by kind' : `${permanent}`;
}

function linkDifferences(before: readonly FeatureLink[], after: readonly FeatureLink[]): Part[] {
  const { pairs, ...others } = pairSimilar(before, after, [({ url }) => [url]]);
  const label = (link: FeatureLink) => `link ${formatValue(link.url)}:`;
  return [
    ...pairs.flatMap(([from, to]) => {
      const [was, is] = [before[from]!, after[to]!];
      return was.title === is.title ? [] : [changed(`${label(is)} title`, was.title, is.title)];
    }),
    ...others.removed.map((index) => removed(`${label(before[index]!)} removed`, json(before[index]!))),
    ...others.added.map((index) => {
      const link = after[index]!;
      const title = link.title === undefined ? '' : ` (${JSON.stringify(link.title)})`;
      return added(`${label(link)} added${title}`, json(link));
    }),
    ...movedPairs(pairs).map((pair) => moved(`link ${formatValue(after[pair[1]]!.url)}`, pair)),
  ];
}
