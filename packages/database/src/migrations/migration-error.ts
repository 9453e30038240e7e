/** Why a database could not be brought to the newest schema, in one sentence for an operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
