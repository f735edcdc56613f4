/** Characters of an e-mail address: no spaces, and none that lists and headers of mails need. */
const LOCAL_PART = /^[^\s\p{Cc}\p{Cs}@<>()[\]\\,;:"]{1,64}$/u;
const DOMAIN_LABEL = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u;
const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

/** What a text can have to be, besides text. */
export const FORMATS = {
  email: { matches: isEmail, called: 'an e-mail address, such as anna@example.com' },
  language: {
    matches: (text: string) => LANGUAGE_TAG.test(text),
    called: 'the tag of a language, such as de or pt-BR',
  },
} as const;

function isEmail(text: string): boolean {
  const [local, domain, ...more] = text.split('@');
  if (domain === undefined || more.length > 0 || !LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label));
}
