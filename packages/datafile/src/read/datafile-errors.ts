/** Neither PostgreSQL nor a copy can say whether a key exists or what its environment serves: answered with 503, not 401. */
export class DatafileUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatafileUnavailable';
  }
}

/** The environment alone takes more memory than the process has for all of them. */
export class DatafileTooLarge extends DatafileUnavailable {
  constructor(bytes: number, maxBytes: number) {
    super(`The environment takes more than ${maxBytes} bytes: some ${bytes} so far.`);
    this.name = 'DatafileTooLarge';
  }
}

/** The environment was evicted from memory while a request used it: find it again. */
export class EnvironmentEvicted extends DatafileUnavailable {
  constructor() {
    super('The environment was evicted from memory meanwhile.');
    this.name = 'EnvironmentEvicted';
  }
}
