/** Tests that need something this machine may not have. They are reported as skipped without it, and fail in CI. */
import { describe, it } from '@jest/globals';
import { findProgram } from './find-program.ts';

export { findProgram } from './find-program.ts';

export interface Requirement<Found> {
  /** In words, with how it is to be had: `haproxy (apt-get install haproxy)`. */
  readonly name: string;
  readonly found: Found | undefined;
  /** Why CI can do without it. */
  readonly isOptionalBecause?: string;
}

/** In CI what cannot be tried is a failure: a green run says that everything was tried. */
function mustHaveAll(): boolean {
  return ['true', '1'].includes(process.env['CI'] ?? '') || process.env['BUNTING_REQUIRE_TOOLS'] === '1';
}

/** `describe` where the requirement is met; `body` gets what was found, which is `undefined` while its tests are only listed. */
export function describeWith<Found>(
  requirement: Requirement<Found>,
  title: string,
  body: (found: Found) => void,
): void {
  const { name, found } = requirement;
  if (found !== undefined) {
    describe(title, () => {
      body(found);
    });
  } else if (isSkippable(requirement)) {
    describe.skip(`${title} (not tried: there is no ${name})`, () => {
      body(undefined as Found);
    });
  } else {
    describe(title, () => {
      it(`needs ${name}`, () => failWithout(name));
    });
  }
}

/** `it` where the requirement is met. */
export function itWith<Found>(
  requirement: Requirement<Found>,
  title: string,
  body: (found: Found) => void | Promise<void>,
  timeoutMs?: number,
): void {
  const { name, found } = requirement;
  if (found !== undefined) it(title, () => body(found), timeoutMs);
  else if (isSkippable(requirement)) it.skip(`${title} (not tried: there is no ${name})`, () => {});
  else it(title, () => failWithout(name));
}

/** A program that Debian has in a package of its name, or of another. */
export function programRequirement(program: string, debianPackage = program): Requirement<string> {
  return { name: `${program} here (apt-get install ${debianPackage})`, found: findProgram(program) };
}

function isSkippable({ isOptionalBecause }: Requirement<unknown>): boolean {
  return isOptionalBecause !== undefined || !mustHaveAll();
}

function failWithout(name: string): never {
  throw new Error(
    `There is no ${name}, and where CI or BUNTING_REQUIRE_TOOLS is set everything has to be tried.`,
  );
}
