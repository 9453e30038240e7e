import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { connectionStringOf } from './connection-string.ts';
import { createMigrationAdapter } from './migration-adapter.ts';

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & {
  __wbg_set_wasm(exports: object): void;
};

/** What of the WebAssembly interface is used here; Node.js has it, the types of Node.js 20 do not. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

/** The least that the engine starts with; enough to apply migrations. */
const emptyDatamodel = 'datasource db { provider = "postgresql" }';

/**
 * Runs `work` with Prisma's schema engine in its WebAssembly build, which talks to the database through the `pg`
 * driver: no native program to download. Its connections are closed at the end.
 */
export async function withSchemaEngine<Result>(
  options: { databaseUrl: string; datamodel?: string },
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, datamodel = emptyDatamodel } = options;
  const bindings = await loadBindings();
  const pool = new pg.Pool({ connectionString: connectionStringOf(databaseUrl) });
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(createMigrationAdapter(pool));
    const engine = await bindings.SchemaEngine.new(
      { datamodels: [['schema.prisma', datamodel]] },
      () => {},
      factory,
    );
    return await work(engine);
  } finally {
    await pool.end();
  }
}

let loaded: Promise<Bindings> | undefined;

/** The package's own entry imports the `.wasm` as a module, which Node.js 20 does not know; this does the same by hand. */
function loadBindings(): Promise<Bindings> {
  loaded ??= (async () => {
    const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as Bindings;
    const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const { instance } = await WebAssembly.instantiate(await readFile(path.replace(/\.js$/, '.wasm')), {
      './schema_engine_bg.js': withoutLingeringTimers(bindings),
    });
    bindings.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    return bindings;
  })();
  return loaded;
}

/** The engine never clears its ten-second lock time-out, which would keep a finished process alive for as long. */
function withoutLingeringTimers(bindings: Bindings): object {
  const imports: Record<string, unknown> = { ...bindings };
  for (const [name, value] of Object.entries(imports)) {
    if (!name.startsWith('__wbg_setTimeout_')) continue;
    const start = value as (callback: () => void, ms: number) => NodeJS.Timeout;
    imports[name] = (callback: () => void, ms: number) => start(callback, ms).unref();
  }
  return imports;
}
