import type { TokenScope } from '@bunting/changes';

/** A person, as one with an account. */
export interface AccountHolder {
  readonly kind: 'session';
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
}

/** A person who is signed in. */
export interface SignedIn extends AccountHolder {
  readonly sessionId: string;
}

/** An organisation token with the scope `settings`: acts as an admin of its organisation. */
export interface TokenBearer {
  readonly kind: 'api_token';
  readonly tokenId: string;
  readonly organisationId: string;
  readonly scopes: readonly TokenScope[];
  /** The member who made the token: who is said to have done it (decisions §5). */
  readonly email: string;
}

export type Caller = SignedIn | TokenBearer;
