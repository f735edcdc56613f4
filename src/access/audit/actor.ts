/** Who makes a change, from where, and in which request: what the audit keeps of it. */
export interface Actor {
  /** Id of the API key; null for the command line, the start of the service, and people whom an identity provider knows. */
  readonly apiKeyId: number | null;
  readonly name: string;
  /** Canonical address of the client; empty where there is none. */
  readonly address: string;
  readonly requestId: string;
}

/** The actor of a request that the guard let in. */
export interface CallingActor extends Actor {
  /** Whose it is what a caller may repeat or have only so much of: the id of the API key, a negative number for a person. */
  readonly ownerId: number;
}
