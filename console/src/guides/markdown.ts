/** A part of a guide. Only what the guides use is understood; everything else stays text. */
export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isNumbered: boolean; items: Block[][] }
  | { kind: 'table'; head: string[]; rows: string[][] };

const FENCE = /^( *)```/;
const HEADING = /^(#{1,4}) (.+)$/;
const ITEM = /^( *)(-|\d{1,3}\.) +(.*)$/;
const ROW = /^ *\|(.*)\| *$/;
const RULE = /^[ |:-]+$/;

/** As an address names a heading: `#why-was-it-refused`. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export function blocksOf(text: string): Block[] {
  return new Reader(text.split(/\r?\n/)).blocks();
}

const cellsOf = (row: string): string[] =>
  row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));

class Reader {
  private at = 0;

  constructor(private readonly lines: readonly string[]) {}

  blocks(): Block[] {
    const blocks: Block[] = [];
    while (this.at < this.lines.length) {
      if (this.lines[this.at].trim() === '') this.at++;
      else blocks.push(this.block());
    }
    return blocks;
  }

  private block(): Block {
    const line = this.lines[this.at];
    const heading = HEADING.exec(line);
    if (heading) {
      this.at++;
      return { kind: 'heading', level: heading[1].length, text: heading[2], id: headingId(heading[2]) };
    }
    if (FENCE.test(line)) return this.code();
    if (ITEM.test(line)) return this.list();
    if (ROW.test(line) && RULE.test(this.lines[this.at + 1] ?? '')) return this.table();
    return { kind: 'paragraph', text: this.taken((next) => next.trim() !== '' && !this.begins(next)).join(' ') };
  }

  /** Whether a line begins something else than the paragraph before it goes on with. */
  private readonly begins = (line: string): boolean => HEADING.test(line) || FENCE.test(line) || ITEM.test(line);

  private taken(goesOn: (line: string) => boolean): string[] {
    const first = this.at++;
    while (this.at < this.lines.length && goesOn(this.lines[this.at])) this.at++;
    return this.lines.slice(first, this.at);
  }

  private code(): Block {
    const indent = FENCE.exec(this.lines[this.at])![1].length;
    const lines = this.taken((line) => !FENCE.test(line));
    this.at++;
    return {
      kind: 'code',
      text: lines
        .slice(1)
        .map((line) => line.slice(indent))
        .join('\n'),
    };
  }

  private table(): Block {
    const [head, , ...rows] = this.taken((line) => ROW.test(line)).map((line) => cellsOf(ROW.exec(line)![1]));
    return { kind: 'table', head, rows };
  }

  private list(): Block {
    const [, indent, mark] = ITEM.exec(this.lines[this.at])!;
    const items: Block[][] = [];
    for (;;) {
      const item = ITEM.exec(this.lines[this.at] ?? '');
      if (!item || item[1].length !== indent.length) break;
      const rest = this.taken((line) => this.isInItem(line, indent.length)).slice(1);
      const depth = rest.find((line) => line.trim() !== '')?.search(/\S/) ?? 0;
      items.push(
        blocksOf([item[3], ...rest.map((line) => line.slice(Math.min(depth, line.search(/\S|$/))))].join('\n')),
      );
    }
    return { kind: 'list', isNumbered: mark !== '-', items };
  }

  /** What is indented further belongs to the item, also behind an empty line; so does text that goes on without one. */
  private isInItem(line: string, indent: number): boolean {
    if (line.trim() === '')
      return (
        (this.lines
          .slice(this.at)
          .find((next) => next.trim() !== '')
          ?.search(/\S/) ?? 0) > indent
      );
    return line.search(/\S/) > indent || (this.lines[this.at - 1].trim() !== '' && !this.begins(line));
  }
}

/** A stretch of a line. */
export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold'; spans: Span[] }
  | { kind: 'italic'; spans: Span[] }
  | { kind: 'link'; spans: Span[]; to: string };

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)|\*([^*\s][^*]*)\*/;

export function spansOf(text: string): Span[] {
  const found = SPAN.exec(text);
  if (!found) return text === '' ? [] : [{ kind: 'text', text }];
  const [whole, code, bold, linked, to, italic] = found;
  const before: Span[] = found.index > 0 ? [{ kind: 'text', text: text.slice(0, found.index) }] : [];
  return [...before, spanOf(code, bold, linked, to, italic), ...spansOf(text.slice(found.index + whole.length))];
}

function spanOf(code?: string, bold?: string, linked?: string, to?: string, italic?: string): Span {
  if (code !== undefined) return { kind: 'code', text: code };
  if (bold !== undefined) return { kind: 'bold', spans: spansOf(bold) };
  if (linked !== undefined) return { kind: 'link', spans: spansOf(linked), to: to ?? '' };
  return { kind: 'italic', spans: spansOf(italic ?? '') };
}
