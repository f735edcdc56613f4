import { domainToASCII } from 'node:url';

/** Characters of an email address: no spaces, and none with a meaning in headers. */
const LOCAL_PART = /^[^\s\p{Cc}\p{Cs}@<>()[\]\\,;:"]{1,64}$/u;
const DOMAIN_LABEL = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u;

export function isEmail(text: string): boolean {
  const [local, domain, ...more] = text.split('@');
  if (domain === undefined || more.length > 0 || !LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label));
}

/** With the domain in DNS form: `anna@xn--bcher-kva.example`. Empty for an invalid domain. */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  return domain === '' ? '' : `${address.slice(0, at)}@${domain}`;
}
