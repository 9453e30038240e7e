/** Neither PostgreSQL nor a copy can say whether a key exists or what its environment serves: answered with 503, not 401. */
export class DatafileUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatafileUnavailable';
  }
}
