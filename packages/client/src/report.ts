import type { BuntingError } from './public/options.ts';

/** Reports an error to the application. Never throws, and does nothing after the client is closed. */
export type Report = (code: BuntingError['code'], message: string) => void;
