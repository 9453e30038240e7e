/** Prints `label …`, runs the work, and completes the line with the seconds it took (local/progress.mjs). */
export type Step = <Result>(label: string, work: () => Promise<Result>) => Promise<Result>;
