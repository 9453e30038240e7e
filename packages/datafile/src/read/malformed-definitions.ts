import type { Excess } from '@bunting/evaluator';

/**
 * A stored definition that is beyond the limits. `feature`: its rules match nobody; `segment`: it counts as missing; `document`: it is
 * not read at all, so its variables are not found.
 */
export interface MalformedDefinition {
  readonly kind: 'feature' | 'segment' | 'document';
  readonly id: string;
  /** The exceeded limits or the error, for the log. */
  readonly why: Excess['exceeded'] | string;
}

/** Log messages. */
export const malformedOutcomes: Readonly<Record<MalformedDefinition['kind'], string>> = {
  feature: 'A feature exceeds the limits: its rules match nobody',
  segment: 'A segment exceeds the limits: it counts as missing',
  document: 'A stored document is unreadable: its variables count as missing',
};

/** The malformed definitions of one cached environment. Some are found when the feature is first evaluated. */
export interface MalformedDefinitions {
  add(definition: MalformedDefinition): void;
  /** Removes a definition that was replaced or deleted. */
  forget(id: string): void;
  count(kind: MalformedDefinition['kind']): number;
}

/** Definitions of one environment that are logged. */
const maxLogged = 20;

export function createMalformedDefinitions(
  log: (definition: MalformedDefinition, isLastLogged: boolean) => void,
): MalformedDefinitions {
  const kinds = new Map<string, MalformedDefinition['kind']>();
  let logged = 0;
  return {
    add(definition) {
      const { kind, id } = definition;
      const isKnown = kinds.get(id) === kind;
      kinds.set(id, kind);
      if (isKnown || logged === maxLogged) return;
      logged += 1;
      log(definition, logged === maxLogged);
    },
    forget: (id) => kinds.delete(id),
    count: (kind) => [...kinds.values()].filter((each) => each === kind).length,
  };
}
