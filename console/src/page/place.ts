const GAP = 6;
const EDGE = 8;

/** Puts what is opened beside its opener, within the window: below if there is room, otherwise above. */
export function place(content: HTMLElement, opener: HTMLElement, atEnd: boolean): void {
  const { top, bottom, left, right } = opener.getBoundingClientRect();
  const { offsetWidth, scrollHeight } = content;
  const wanted = atEnd ? right - offsetWidth : left;
  const below = innerHeight - bottom - GAP - EDGE;
  const above = top - GAP - EDGE;
  const isBelow = below >= Math.min(scrollHeight, 320) || below >= above;
  Object.assign(content.style, {
    left: `${Math.max(EDGE, Math.min(wanted, innerWidth - offsetWidth - EDGE))}px`,
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP}px`,
    maxHeight: `${isBelow ? below : above}px`,
  });
}
