import { ExternalLinkIcon } from '../theme/screen-icons';

/** Whatever the API keeps, the console leads to the web only. */
const WEB_ADDRESS = /^https?:\/\/\S+$/i;

/** A text; one to follow if it is an address of the web. */
export function WebLink({ text }: { text: string }) {
  if (!WEB_ADDRESS.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer">
      {text} <ExternalLinkIcon size={13} aria-label="in a new tab" />
    </a>
  );
}
