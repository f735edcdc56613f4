/** A block of commands or of a program in a document, and what the document says that it prints, if it does. */
export interface Example {
  readonly language: 'sh' | 'js';
  readonly text: string;
  readonly printed: string | undefined;
}

/**
 * The blocks of a document that somebody would run, in their order. A block without a language that follows with at most a
 * sentence in between, one that ends in a colon, is what they print.
 */
export function readExamples(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^( *)```(\w*)\n([^]*?)^ *```\n/gm)].map((match) => ({
    language: match[2],
    text: match[3].replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return blocks.flatMap(({ language, text, end }, index) => {
    if (language !== 'sh' && language !== 'js') return [];
    const next = blocks[index + 1];
    const isPrinted = next?.language === '' && /^\s*(?:[^\n]*:\s*)?$/.test(markdown.slice(end, next.start));
    return [{ language, text, printed: isPrinted ? next.text : undefined }];
  });
}
