import type pg from 'pg';

interface Plan {
  readonly 'Join Type'?: string;
  readonly 'Parent Relationship'?: string;
  readonly Alias?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly Plan[];
}

/**
 * Returns the indexes of columns on the side of an outer join that may have no row. PostgreSQL's plan tells, and it knows outer
 * joins that a condition turns into inner ones.
 */
export async function columnsOfOuterJoins(client: pg.ClientBase, text: string): Promise<Set<number>> {
  if (!/\b(LEFT|RIGHT|FULL)\b/i.test(text)) return new Set();
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
    `EXPLAIN (VERBOSE, GENERIC_PLAN, FORMAT JSON) ${text}`,
  );
  const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
  const absent = new Set(absentSides(plan).flatMap(aliasesOf));
  const indexes = (plan.Output ?? []).flatMap((output, index) => {
    const [, alias] = /^"?(\w+)"?\.\w+$/.exec(output) ?? [];
    return alias !== undefined && absent.has(alias) ? [index] : [];
  });
  return new Set(indexes);
}

function absentSides(plan: Plan): Plan[] {
  const { 'Join Type': type, Plans: inner = [] } = plan;
  const sides: Readonly<Record<string, readonly string[]>> = {
    Left: ['Inner'],
    Right: ['Outer'],
    Full: ['Inner', 'Outer'],
  };
  const absent = inner.filter((side) => sides[type ?? '']?.includes(side['Parent Relationship'] ?? ''));
  return [...absent, ...inner.flatMap(absentSides)];
}

function aliasesOf({ Alias: alias, Plans: inner = [] }: Plan): string[] {
  return [...(alias === undefined ? [] : [alias]), ...inner.flatMap(aliasesOf)];
}
