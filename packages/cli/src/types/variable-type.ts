/** The types of variables, as `GET /v1/types` names them. */
export const variableTypes = ['boolean', 'string', 'number', 'json'] as const;

/** A variable of a project as the service describes it. */
export interface VariableType {
  readonly key: string;
  readonly type: (typeof variableTypes)[number];
  /** Client keys get it. */
  readonly client: boolean;
  /** The different values that are stored for it; undefined if the service did not list them. */
  readonly values: readonly unknown[] | undefined;
}

/** Reads the variables of an answer; returns a text with the problem if one is malformed. */
export function readVariables(answer: unknown): readonly VariableType[] | string {
  const list = isRecord(answer) ? answer['variables'] : undefined;
  if (!Array.isArray(list)) return 'without a list of variables';
  const byKey = new Map<string, VariableType>();
  for (const item of list as unknown[]) {
    const variable = readVariable(item);
    if (typeof variable === 'string') return variable;
    if (byKey.has(variable.key)) return `with two variables ${JSON.stringify(variable.key)}`;
    byKey.set(variable.key, variable);
  }
  return [...byKey.values()];
}

function readVariable(item: unknown): VariableType | string {
  if (!isRecord(item) || typeof item['key'] !== 'string') return 'with a variable that has no key';
  const { key, client, values } = item;
  const type = variableTypes.find((known) => known === item['type']);
  if (type === undefined) return `with a type of ${JSON.stringify(key)} that this version does not know`;
  return { key, type, client: client === true, values: Array.isArray(values) ? values : undefined };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
