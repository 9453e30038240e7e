/**
 * The types of openapi-fetch's client for readonly documents: its own types take a readonly array for an object, and the readOnly and
 * writeOnly of OpenAPI, for which they map every type, are not used here.
 */
import type { paths } from './generated/schema.d.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

type PathsWith<Name extends Method> = {
  [Path in keyof paths]: Lowercase<Name> extends keyof paths[Path] ? Path : never;
}[keyof paths];

type Operation<Name extends Method, Path extends keyof paths> = paths[Path][Lowercase<Name> &
  keyof paths[Path]];

type Content<Holder> = Holder extends { readonly content: infer Media } ? Media[keyof Media] : undefined;

/** The bodies of all answers: the schema has those of successes alone. */
type Answer<Of> = Of extends { readonly responses: infer Responses }
  ? Content<Responses[keyof Responses]>
  : never;

type Parameters<Of> = Of extends { readonly parameters: infer Given }
  ? object extends Given
    ? { readonly params?: Given }
    : { readonly params: Given }
  : unknown;

type Body<Of> = Of extends { readonly requestBody: infer Given }
  ? { readonly body: Content<Given> }
  : Of extends { readonly requestBody?: infer Given }
    ? { readonly body?: Content<Given> }
    : unknown;

type Init<Of> = Parameters<Of> &
  Body<Of> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    readonly parseAs?: 'json' | 'text';
    readonly bodySerializer?: (body: unknown) => string;
  };

/** An answer as openapi-fetch gives it. */
export type Answered<Of> = Promise<{ data?: Of; error?: unknown; response: Response }>;

export type TypedClient = {
  readonly [Name in Method]: <Path extends PathsWith<Name>>(
    path: Path,
    ...init: object extends Init<Operation<Name, Path>>
      ? [init?: Init<Operation<Name, Path>>]
      : [init: Init<Operation<Name, Path>>]
  ) => Answered<Answer<Operation<Name, Path>>>;
};
