/** Tables that no backup contains, and why. A test compares both lists with the schema. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  visit_salts: 'the salt of a day is forgotten with the day: a backup that kept it could tell visitors apart later',
  sessions: 'a session that was ended must not come back; people sign in again',
  sign_ins: 'a sign-in under way is over within minutes',
  portal_sessions: 'a session that was ended must not come back; customers sign in again',
  portal_sign_ins: 'codes and links to sign in are over within minutes',
  jobs: 'which instance does a job at present; each job begins anew',
};

/** Tables that migrations and starts fill. */
export const OF_THE_SCHEMA: readonly string[] = ['schema_migrations', 'required_migrations', 'start_lock'];
