/**
 * Runs a piece of code once for each combination of the choices that it makes. A choice is known by what it is about, so code
 * that meets it twice gets one answer.
 */
export class Choices {
  readonly #made = new Map<object, Map<object, { index: number; readonly count: number }>>();
  #order: { index: number; readonly count: number }[] = [];

  /** Returns a number below `count`: the choice about `subject` within `scope`. */
  pick(scope: object, subject: object, count: number): number {
    const made = this.#made.get(scope) ?? new Map<object, { index: number; readonly count: number }>();
    this.#made.set(scope, made);
    const known = made.get(subject);
    if (known !== undefined) return known.index;
    const choice = { index: 0, count };
    made.set(subject, choice);
    this.#order.push(choice);
    return 0;
  }

  runAll(run: () => void): void {
    do {
      run();
    } while (this.#advance());
  }

  /** Moves the last choice that has another answer on to it, and repeats the choices after it. */
  #advance(): boolean {
    while (this.#order.length > 0) {
      const last = this.#order.at(-1)!;
      last.index += 1;
      if (last.index < last.count) return true;
      this.#order.pop();
      for (const made of this.#made.values()) {
        for (const [subject, choice] of made) if (choice === last) made.delete(subject);
      }
    }
    return false;
  }
}
