import { escapeHtml } from '../../platform/http/answers/escape-html';

/** Markup that needs no escaping. */
export class Html {
  constructor(readonly text: string) {}
}

export type Part = string | number | Html | readonly Part[] | undefined;

/** Builds ASCII markup; escapes values unless they are `Html`, and leaves out undefined ones. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((all, text, index) => all + toText(parts[index - 1]) + text));
}

function toText(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(toText).join('');
  return escapeHtml(String(part));
}
