import { afterEach, beforeEach } from '@jest/globals';
import { type Applied, applyDocument, type ApplyOptions } from '@bunting/bootstrap';
import type { Problem } from '@bunting/definitions/checks';
import { createPool } from '@bunting/database';
import {
  compileFragments,
  createDatafile,
  type DatafileFragment,
  evaluate,
  type Evaluation,
  readContext,
} from '@bunting/evaluator';
import { createTestDatabase } from '@bunting/testing';
import { cheapHashes, filledWith } from '@bunting/testing/filling';
import type { Pool } from 'pg';

/** A new database to which documents are applied. */
export interface Installation {
  readonly pool: Pool;
  readonly url: string;
  /** Applies a document, with cheap password hashes unless `options` say otherwise. */
  apply(document: unknown, options?: Partial<ApplyOptions>): Promise<Applied>;
  /** Returns the problems that prevent applying a document. */
  problemsOf(document: unknown): Promise<readonly Problem[]>;
  rows<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]>;
  /** Returns every row of every table as text. */
  dump(): Promise<string>;
  /** Evaluates the stored fragments. */
  evaluate(environment: string, variable: string, user?: Record<string, unknown>): Promise<Evaluation>;
  end(): Promise<void>;
}

/** Creates a database and applies `document` to it. */
export async function createInstallation(document?: object): Promise<Installation> {
  const database = await createTestDatabase(document && filledWith(document, cheapHashes));
  const pool = createPool(database.url);

  async function rows<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> {
    return (await pool.query<Row>(statement, values)).rows;
  }

  return {
    pool,
    url: database.url,
    rows,
    apply: (document, options) => applyDocument({ pool, passwordHashes: cheapHashes, ...options }, document),
    problemsOf: async (document) => {
      try {
        await applyDocument({ pool, passwordHashes: cheapHashes }, document);
        return [];
      } catch (error) {
        return (error as { problems: readonly Problem[] }).problems;
      }
    },
    dump: async () => {
      const tables = await rows<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables
         WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY table_name`,
      );
      const dumps = await Promise.all(
        tables.map(({ name }) =>
          rows<{ text: string }>(`SELECT t::text AS text FROM "${name}" t ORDER BY 1`),
        ),
      );
      return tables
        .map(({ name }, index) => `${name}\n${dumps[index]?.map(({ text }) => text).join('\n')}`)
        .join('\n');
    },
    evaluate: async (environment, variable, user) => {
      const fragments = await rows<DatafileFragment>(
        `SELECT kind, entity_id AS id, document FROM datafile_fragment
         JOIN environment ON environment.id = environment_id WHERE environment.slug = $1 AND kind <> 'access'`,
        environment,
      );
      const datafile = createDatafile();
      datafile.apply(compileFragments(fragments));
      return evaluate(datafile, variable, readContext(user), Date.now());
    },
    end: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

/** Creates an installation for every test of a file. Its members can be used only while a test runs. */
export function useInstallation(document?: object): Installation {
  const installation = {} as Installation;
  beforeEach(async () => void Object.assign(installation, await createInstallation(document)));
  afterEach(() => installation.end());
  return installation;
}
