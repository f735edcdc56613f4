/** What the way back from the identity provider says went wrong, in plain words. */
const WORDS: Record<string, string> = {
  denied: 'The identity provider did not let you in, or you cancelled there.',
  expired: 'Signing in took too long, or this page was opened twice. Please try again.',
  state: 'Signing in took too long, or this page was opened twice. Please try again.',
  'no-role': 'You are known, but none of your groups has a role in keylink. Ask whoever runs it to give you one.',
  provider: 'The identity provider could not be reached or answered wrongly. Please try again in a moment.',
  unavailable: 'The identity provider could not be reached. Please try again in a moment.',
  ended: 'Your session ended. Please sign in again.',
};

export const problemInWords = (problem: string) =>
  WORDS[problem] ??
  'Signing in with the identity provider failed. Please try again; if it goes on, its log and that of keylink say why.';
