/** Why a backup can't be used; a sentence for operators. */
export class BackupFault extends Error {}

export const damaged = (where: string): BackupFault =>
  new BackupFault(`The backup is damaged (${where}). Nothing was changed; use another copy of it.`);

export const cutShort = (): BackupFault =>
  new BackupFault('The backup is cut short: its end is missing. Nothing was changed; use another copy of it.');
