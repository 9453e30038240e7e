import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';

/** One environment variable: how its text is parsed, and its description. */
export interface Field<Value> {
  readonly description: string;
  /** The default as it is written in the environment; absent = the variable is required unless `isOptional`. */
  readonly defaultText?: string;
  readonly isOptional?: boolean;
  /** True = values never appear in messages or logs. */
  readonly isSecret?: boolean;
  /** Throws a `FieldProblem` that completes the sentence "NAME …". */
  readonly parse: (text: string) => Value;
  /**
   * Ends a warning "NAME …" about a text that `parse` replaces by the default, for fields where the contract requires
   * leniency.
   */
  readonly warning?: (text: string) => string | undefined;
}

/** Thrown by `parse`; the message completes the sentence "NAME …". */
export class FieldProblem extends Error {}

interface Described {
  readonly description: string;
}
interface WithDefault<Value> extends Described {
  readonly default?: Value;
}

function base<Value>(options: WithDefault<Value>): { description: string; defaultText?: string } {
  const { description } = options;
  return options.default === undefined
    ? { description }
    : { description, defaultText: String(options.default) };
}

/** Declares a text; surrounding white space is removed. */
export function text(options: WithDefault<string>): Field<string> {
  return { ...base(options), parse: (raw) => raw };
}

/** Declares a text of at least `minLength` characters that is never shown. */
export function secret(options: Described & { minLength?: number }): Field<string> {
  const { minLength = 16 } = options;
  return {
    ...base(options),
    isSecret: true,
    parse(raw) {
      if (raw.length < minLength) throw new FieldProblem(`must have at least ${minLength} characters`);
      return raw;
    },
  };
}

/** Declares an absolute URL with one of the given protocols, such as `postgresql:`. */
export function url(options: WithDefault<string> & { protocols: readonly string[] }): Field<string> {
  const { protocols } = options;
  return {
    ...base(options),
    isSecret: true, // a URL may carry a password
    parse(raw) {
      if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) {
        throw new FieldProblem(
          `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
        );
      }
      return raw;
    },
  };
}

const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
const sslFiles = ['sslrootcert', 'sslcert', 'sslkey'];

/** Declares the URL of a PostgreSQL database. The TLS files that it names must be readable. */
export function postgresUrl(options: WithDefault<string>): Field<string> {
  const address = url({ ...options, protocols: ['postgresql:', 'postgres:'] });
  return {
    ...address,
    parse(raw) {
      const { searchParams } = new URL(address.parse(raw));
      const mode = searchParams.get('sslmode') ?? 'disable';
      if (!sslModes.includes(mode)) {
        throw new FieldProblem(`has the sslmode "${mode}": use one of ${sslModes.join(', ')}`);
      }
      for (const name of sslFiles) {
        const file = searchParams.get(name);
        if (file !== null && !isReadable(file)) {
          throw new FieldProblem(`has an unreadable ${name} file: ${file}`);
        }
      }
      return raw;
    },
  };
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Declares a whole number in decimal digits. */
export function integer(options: WithDefault<number> & { min?: number; max?: number }): Field<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  return {
    ...base(options),
    parse(raw) {
      const value = Number(raw);
      if (!/^-?\d+$/.test(raw) || value < min || value > max) {
        throw new FieldProblem(`must be a whole number from ${min} to ${max}, not "${raw}"`);
      }
      return value;
    },
  };
}

/** Declares a TCP port. */
export function port(options: WithDefault<number>): Field<number> {
  return integer({ ...options, min: 1, max: 65_535 });
}

/** Declares an IP address to listen on. Names are refused, because they may resolve to several addresses. */
export function listenAddress(options: WithDefault<string>): Field<string> {
  return {
    ...base(options),
    parse(raw) {
      if (isIP(raw) !== 0) return raw;
      throw new FieldProblem(
        `must be an IP address of this machine, such as 127.0.0.1 for local access only, or 0.0.0.0 (:: with IPv6) for all networks, not "${raw}"`,
      );
    },
  };
}

/** Declares `true` or `false`, in any case. */
export function flag(options: WithDefault<boolean>): Field<boolean> {
  return {
    ...base(options),
    parse(raw) {
      const value = raw.toLowerCase();
      if (value !== 'true' && value !== 'false')
        throw new FieldProblem(`must be true or false, not "${raw}"`);
      return value === 'true';
    },
  };
}

/** Declares one of the given values. */
export function choice<const Word extends string>(
  options: WithDefault<Word> & { words: readonly Word[] },
): Field<Word> {
  const { words } = options;
  return {
    ...base(options),
    parse(raw) {
      const found = words.find((word) => word === raw);
      if (found === undefined) throw new FieldProblem(`must be one of ${words.join(', ')}, not "${raw}"`);
      return found;
    },
  };
}

/**
 * Declares a cap that cannot be switched off by its number (contract §8 rule 2): zero, negative values and anything
 * but a number fall back to the default, with a warning.
 */
export function cap(options: Described & { default: number }): Field<number> {
  const isUsable = (raw: string) => /^\d+$/.test(raw) && Number(raw) > 0 && Number.isSafeInteger(Number(raw));
  return {
    ...base(options),
    parse: (raw) => (isUsable(raw) ? Number(raw) : options.default),
    warning: (raw) =>
      isUsable(raw)
        ? undefined
        : `is "${raw}", not a number above zero: using the default ${options.default}`,
  };
}

/** Makes a field optional: its value is undefined if the variable is not set. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined> {
  return { ...field, isOptional: true };
}
