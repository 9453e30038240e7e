/** One check. It passes if it returns no problems. */
export interface Check {
  /** A sentence, unique within its group. */
  readonly name: string;
  readonly run: () => Promise<string[]>;
}

export interface CheckGroup {
  readonly name: string;
  readonly checks: readonly Check[];
}

export interface Outcome {
  readonly group: string;
  readonly name: string;
  readonly problems: readonly string[];
}

/** Runs the checks one after the other, because some HTTP cases depend on earlier ones. */
export async function runChecks(groups: readonly CheckGroup[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const group of groups) {
    for (const { name, run } of group.checks)
      outcomes.push({ group: group.name, name, problems: await attempt(run) });
  }
  return outcomes;
}

async function attempt(run: () => Promise<string[]>): Promise<string[]> {
  try {
    return await run();
  } catch (error) {
    return [String(error)];
  }
}
