import { ExternalLinkIcon } from '../theme/screen-icons';

/** Whatever the API keeps, the console leads to the web only. */
const WEB_ADDRESS = /^https?:\/\/\S+$/i;

/** An address as people say it. */
export const withoutScheme = (address: string) => address.replace(/^https?:\/\//i, '');

/** A text; one to follow if it is an address of the web. @param isShort shows it without its scheme */
export function WebLink({ text, isShort }: { text: string; isShort?: boolean }) {
  if (!WEB_ADDRESS.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer" title={isShort ? text : undefined}>
      {isShort ? withoutScheme(text) : text} <ExternalLinkIcon size={13} aria-label="in a new tab" />
    </a>
  );
}
