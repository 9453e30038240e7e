/** The setup: its snippets, and the evaluations that it waits for. Pure. */

export type Kind = 'server' | 'client';

export const languages = ['curl', 'node', 'python', 'go', 'browser'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = {
  curl: 'cURL',
  node: 'Node.js',
  python: 'Python',
  go: 'Go',
  browser: 'Browser',
};

/** Returns the kind of key for a language: client keys are public, server keys are secret. */
export const getKeyKind = (language: Language): Kind => (language === 'browser' ? 'client' : 'server');

export interface Question {
  /** The address of the installation, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly variable: string;
}

/** Programs that evaluate the variable and print its value. They need no package. */
export const snippets: Readonly<Record<Language, (question: Question) => string>> = {
  curl: ({ url, key, variable }) => `curl '${url}/v1/variables/${variable}' \\
  -H 'X-API-Key: ${key}' \\
  -d '{"user": {"id": "user-1"}}'`,

  node: ({ url, key, variable }) => `// first.mjs: node first.mjs
const answer = await fetch('${url}/v1/variables/${variable}', {
  method: 'POST',
  headers: { 'X-API-Key': '${key}' },
  body: JSON.stringify({ user: { id: 'user-1' } }),
});
const { value } = await answer.json();
console.log(value);`,

  python: ({ url, key, variable }) => `# first.py: python3 first.py
import json
import urllib.request

request = urllib.request.Request(
    "${url}/v1/variables/${variable}",
    data=json.dumps({"user": {"id": "user-1"}}).encode(),
    headers={"X-API-Key": "${key}"},
)
with urllib.request.urlopen(request, timeout=5) as answer:
    print(json.load(answer)["value"])`,

  go: ({ url, key, variable }) => `// first.go: go run first.go
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"strings"
)

func main() {
	body := strings.NewReader(\`{"user": {"id": "user-1"}}\`)
	request, err := http.NewRequest("POST", "${url}/v1/variables/${variable}", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-API-Key", "${key}")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var evaluation struct{ Value any }
	if err := json.NewDecoder(answer.Body).Decode(&evaluation); err != nil {
		log.Fatal(err)
	}
	fmt.Println(evaluation.Value)
}`,

  browser: ({ url, key, variable }) => `<script type="module">
  const answer = await fetch('${url}/v1/variables/${variable}?key=${key}', {
    method: 'POST',
    body: JSON.stringify({ user: { id: 'user-1' } }),
  });
  const { value } = await answer.json();
  console.log(value);
</script>`,
};

/** The placeholder for a key that the user can't create or no longer sees. */
export const missingKey = 'YOUR-KEY';

/** The environments of a new project. */
const first = [
  { slug: 'production', name: 'Production', isProtected: true },
  { slug: 'staging', name: 'Staging', isProtected: false },
] as const;

/** Returns the environments that a project lacks. */
export const listMissing = (environments: readonly { readonly slug: string }[]) =>
  first.filter((each) => environments.every(({ slug }) => slug !== each.slug));

export interface Line {
  readonly variable: string;
  readonly variation: string | null;
  readonly reason: string;
  readonly count: number;
}

export interface EnvironmentEvaluations {
  readonly environment: string;
  readonly last_evaluated_at: string | null;
  readonly last_7_days: readonly Line[];
}

export interface FoundKey {
  readonly id: string;
  readonly last_four: string;
  readonly last_used_at: string | null;
}

/** Returns the environment that was evaluated last, with its most frequent value; undefined if none was. */
export function findLastEvaluated(
  items: readonly EnvironmentEvaluations[],
): { readonly environment: string; readonly at: string; readonly line: Line | undefined } | undefined {
  const asked = items.flatMap(({ environment, last_evaluated_at: at, last_7_days: [line] }) =>
    at === null ? [] : [{ environment, at, line }],
  );
  return asked.toSorted((a, b) => b.at.localeCompare(a.at))[0];
}

/** Returns true if the key was used. */
export const isUsed = (keys: readonly FoundKey[], id: string): boolean =>
  keys.some((key) => key.id === id && key.last_used_at !== null);

/** Returns the key that was used last, if one was. */
export function lastUsed(keys: readonly FoundKey[]): FoundKey | undefined {
  return keys
    .filter(({ last_used_at: at }) => at !== null)
    .toSorted((a, b) => b.last_used_at!.localeCompare(a.last_used_at!))[0];
}

/** Formats a duration as "2 s ago". */
export function secondsAgo(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}

/** Returns the slug to suggest where one is taken: `acme` → `acme-2` → `acme-3`. */
export function nextSlug(slug: string): string {
  const [, stem = slug, number] = /^(.*?)-(\d{1,6})$/.exec(slug) ?? [];
  return `${stem.slice(0, 92)}-${Number(number ?? 1) + 1}`;
}
