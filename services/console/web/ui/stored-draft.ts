/** What `useDraft` keeps under a name, for those who show a draft elsewhere. Undefined = there is none. */
export function storedDraft(name: string): unknown {
  try {
    const text = localStorage.getItem(`bunting.draft:${name}`);
    return text === null ? undefined : (JSON.parse(text) as { value: unknown }).value;
  } catch {
    return undefined;
  }
}
