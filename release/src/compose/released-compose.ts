/** Returns docker-compose.yml with the images of a release in place of those that it builds. */
export function toReleasedCompose(
  text: string,
  { images, version }: { images: string; version: string },
): string {
  return text
    .replaceAll(/^ +(build|pull_policy):.*\n/gm, '')
    .replaceAll(
      /(image: (?:&\S+ )?)bunting\/([a-z-]+):\$\{BUNTING_VERSION:-[^}]*\}/g,
      (_, start: string, name: string) => `${start}${images}/${name}:\${BUNTING_VERSION:-${version}}`,
    );
}

/** Returns .env.example with the version of a release as the default of BUNTING_VERSION. */
export function toReleasedEnv(text: string, version: string): string {
  return text.replace(/^# BUNTING_VERSION=.*$/m, `# BUNTING_VERSION=${version}`);
}
