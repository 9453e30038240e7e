/** Declares tests that need something this machine may not have. Without it they are reported as skipped, and fail in CI. */
import { describe, it } from '@jest/globals';
import { findProgram } from './find-program.ts';

export { findProgram } from './find-program.ts';

/** Something that a test needs and this machine may not have. */
export interface Requirement<Found> {
  /** A name for people, with how to install it: `haproxy (apt-get install haproxy)`. */
  readonly name: string;
  /** The program or server for the tests; undefined = this machine does not have it. */
  readonly found: Found | undefined;
  /** The reason for which its tests may be skipped in CI, too. */
  readonly isOptionalBecause?: string;
}

/** Returns whether a missing requirement is a failure, so that a green run of CI has run every test. */
function mustHaveAll(): boolean {
  return ['true', '1'].includes(process.env['CI'] ?? '') || process.env['BUNTING_REQUIRE_TOOLS'] === '1';
}

/** Declares tests with `describe` if the requirement is met. `body` gets what was found, or `undefined` when it only lists skipped tests. */
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

/** Declares a test with `it` if the requirement is met. */
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

/** Requires a program that Debian has in a package of its name, or in `debianPackage`. */
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
