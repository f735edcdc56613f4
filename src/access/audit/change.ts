export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'rotate',
  'revoke',
  'release',
  'renew',
  'withdraw',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const TARGET_TYPES = [
  'licenseKey',
  'link',
  'apiKey',
  'keySet',
  'license',
  'session',
  'database',
  'product',
  'customer',
  'webhook',
  'plan',
  'release',
  'mail',
  'mailTemplate',
  'mailKind',
  'source',
  'mapping',
  'inboxMessage',
  'order',
  'domain',
] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** States as the API shows the record, without secrets but a license key (`ChangeLog`). */
export interface Change {
  readonly action: AuditAction;
  readonly targetType: TargetType;
  readonly targetId: number;
  readonly before?: object;
  readonly after?: object;
  /** For events: the record that the change belongs to, if the states don't contain it. Not audited. */
  readonly subject?: object;
  /**
   * What to record of an update with equal states; nothing by default. `told`: something outside the states changed,
   * such as a secret. `audited`: its answer shows the record to somebody who may not read it.
   */
  readonly evenIfEqual?: 'told' | 'audited';
}

const SHOWN_LENGTH = 8;

/** The first characters of a secret, at most a third of it. */
export function shortened(secret: string): string {
  return `${secret.slice(0, Math.min(SHOWN_LENGTH, Math.floor(secret.length / 3)))}…`;
}
