/** A person who is signed in. */
export interface SignedIn {
  readonly kind: 'session';
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
}

/** An organisation token with the scope `settings`: acts as an admin of its organisation. */
export interface TokenBearer {
  readonly kind: 'api_token';
  readonly organisationId: string;
  /** The member who made the token: who is said to have done it (decisions §5). */
  readonly email: string;
}

export type Caller = SignedIn | TokenBearer;
