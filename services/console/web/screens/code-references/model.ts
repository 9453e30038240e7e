/** Groups code references for display. */
interface Located {
  readonly repository: string;
  readonly provider: string;
  readonly file: string;
}

interface OfFile<Item> {
  readonly file: string;
  readonly items: readonly Item[];
}

interface OfRepository<Item> {
  readonly repository: string;
  readonly provider: string;
  readonly files: readonly OfFile<Item>[];
}

/** Groups references by repository and file, in the order of the list. */
export function byRepository<Item extends Located>(items: readonly Item[]): OfRepository<Item>[] {
  const repositories = new Map<string, { first: Item; files: Map<string, Item[]> }>();
  for (const item of items) {
    const name = `${item.provider} ${item.repository}`;
    const found = repositories.get(name) ?? { first: item, files: new Map<string, Item[]>() };
    repositories.set(name, found);
    found.files.set(item.file, [...(found.files.get(item.file) ?? []), item]);
  }
  return [...repositories.values()].map(({ first: { repository, provider }, files }) => ({
    repository,
    provider,
    files: [...files].map(([file, ofFile]) => ({ file, items: ofFile })),
  }));
}

/** Plans with code references. CI gets a 402 with other plans. */
export const plansWithReferences: readonly string[] = ['business', 'enterprise'];

/** Returns a CI step that pushes code references. */
export function ciStep(address: string, project: string): string {
  return `- uses: actions/checkout@v4
  with: { fetch-depth: 0, persist-credentials: false }
- uses: YOUR-ORG/bunting-refs@YOUR-COMMIT
  with:
    url: ${address}
    token: \${{ secrets.BUNTING_TOKEN }}
    project: ${project}
    command: push
`;
}
