/** Whether a key exists, or what its environment holds, cannot be found out now: 503, not 401. */
export class DatafileUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatafileUnavailable';
  }
}
