import type { Excess } from '@bunting/evaluator';

/**
 * A stored definition that is not served as it was meant, because it is beyond the limits. feature: its rules match
 * nobody; segment: as if it did not exist; document: it is not read at all, so that its variables are not found.
 */
export interface MalformedDefinition {
  readonly kind: 'feature' | 'segment' | 'document';
  readonly id: string;
  /** What of it is beyond which limit, for the log. */
  readonly why: Excess['exceeded'] | string;
}

/** What that comes to, for the log. */
export const malformedOutcomes: Readonly<Record<MalformedDefinition['kind'], string>> = {
  feature: 'A feature is beyond the limits: its rules match nobody',
  segment: 'A segment is beyond the limits: it is as if it did not exist',
  document: 'A stored document cannot be read: its variables are not found',
};

/** Those of one environment as it is held. Some are found out only when somebody asks for the feature. */
export interface MalformedDefinitions {
  add(definition: MalformedDefinition): void;
  /** There is another definition in its place, or none. */
  forget(id: string): void;
  count(kind: MalformedDefinition['kind']): number;
}

/** Thousands of lines would tell nobody more. */
const maxTold = 20;

export function createMalformedDefinitions(
  tell: (definition: MalformedDefinition, isLastTold: boolean) => void,
): MalformedDefinitions {
  const kinds = new Map<string, MalformedDefinition['kind']>();
  let told = 0;
  return {
    add(definition) {
      const { kind, id } = definition;
      const isKnown = kinds.get(id) === kind;
      kinds.set(id, kind);
      if (isKnown || told === maxTold) return;
      told += 1;
      tell(definition, told === maxTold);
    },
    forget: (id) => kinds.delete(id),
    count: (kind) => [...kinds.values()].filter((each) => each === kind).length,
  };
}
