/** Why one has to sign in (again), in plain words; most of it is what the way back from the identity provider says. */
const WORDS: Record<string, string> = {
  ended: 'Your session has ended. Sign in again to go on where you were; forms keep what you typed.',
  expired: 'Signing in took too long, or this page was opened twice. Please try again.',
  refused: 'The identity provider did not let you in, or you cancelled there.',
  'no-role': 'You are known, but none of your groups has a role in keylink. Ask whoever runs it to give you one.',
  unreachable: 'The identity provider can’t be reached. Please try again in a moment.',
  busy: 'Too many people are signing in at the moment. Please try again in a minute.',
};

export const problemInWords = (problem: string) =>
  WORDS[problem] ??
  'Signing in with the identity provider failed. Please try again; if it keeps failing, keylink’s log says why.';
