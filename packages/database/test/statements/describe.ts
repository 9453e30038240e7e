import type pg from 'pg';

export interface Column {
  readonly name: string;
  readonly typeId: number;
  /** The id of the table, if the column is one of a table unchanged. */
  readonly tableId: number;
  readonly columnNumber: number;
}

export interface Description {
  readonly columns: readonly Column[];
  /** PostgreSQL's types of $1, $2, … */
  readonly parameterTypeIds: readonly number[];
}

interface Connection {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
  removeAllListeners(event: 'parameterDescription'): void;
}

/**
 * Parses and analyses a statement without running it: messages Parse and Describe of the extended protocol. Rejects with
 * PostgreSQL's message for a statement that it would refuse.
 */
export function describeStatement(client: pg.ClientBase, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    let parameterTypeIds: number[] = [];
    let used: Connection | undefined;
    const query = {
      submit(connection: Connection) {
        used = connection;
        connection.once('parameterDescription', ({ dataTypeIDs }) => (parameterTypeIds = dataTypeIDs));
        connection.parse({ text, name: '', types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleError(error: Error) {
        used?.removeAllListeners('parameterDescription');
        reject(error);
      },
      handleReadyForQuery: () => resolve({ columns, parameterTypeIds }),
      handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }) {
        columns = fields.map((field) => ({
          name: field.name,
          typeId: field.dataTypeID,
          tableId: field.tableID,
          columnNumber: field.columnID,
        }));
      },
      handleCommandComplete() {},
      handleDataRow() {},
      handleEmptyQuery() {},
      handlePortalSuspended() {},
    };
    client.query(query as unknown as pg.Submittable);
  });
}
