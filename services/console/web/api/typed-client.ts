/**
 * Types of openapi-fetch's client for readonly documents. Its own types take a readonly array for an object, and map every type for
 * readOnly and writeOnly, which our OpenAPI document does not use.
 */
import type { paths } from './generated/schema.d.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

type PathsWith<Name extends Method> = {
  [Path in keyof paths]: Lowercase<Name> extends keyof paths[Path] ? Path : never;
}[keyof paths];

type Operation<Name extends Method, Path extends keyof paths> = paths[Path][Lowercase<Name> &
  keyof paths[Path]];

type Content<Holder> = Holder extends { readonly content: infer Media } ? Media[keyof Media] : undefined;

/** The bodies of all responses; the schema has only those of successes. */
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

/** A response of openapi-fetch. */
export type Answered<Of> = Promise<{ data?: Of; error?: unknown; response: Response }>;

export type TypedClient = {
  readonly [Name in Method]: <Path extends PathsWith<Name>>(
    path: Path,
    ...init: object extends Init<Operation<Name, Path>>
      ? [init?: Init<Operation<Name, Path>>]
      : [init: Init<Operation<Name, Path>>]
  ) => Answered<Answer<Operation<Name, Path>>>;
};
