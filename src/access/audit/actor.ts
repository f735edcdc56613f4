/** Who makes a change, from where and in which request, as the audit records it. */
export interface Actor {
  /** Null for the command line, service start, customers and people signed in through an identity provider. */
  readonly apiKeyId: number | null;
  readonly name: string;
  /** Canonical client address; empty if there is none. */
  readonly address: string;
  readonly requestId: string;
  /** Whether it is a customer in the portal. */
  readonly isCustomer?: true;
  /** The reason given for the change, if any: see `because`. */
  readonly reason?: string;
}

export interface CallingActor extends Actor {
  /** Owner of idempotency keys and quotas: the API key's id, or a negative number for a person. */
  readonly ownerId: number;
}
