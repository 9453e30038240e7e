import type { BuntingError } from './public/options.ts';

/** Reports a failure to the application. Never throws, and does nothing once the client is closed. */
export type Report = (code: BuntingError['code'], message: string) => void;
