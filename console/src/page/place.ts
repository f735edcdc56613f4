const GAP = 6;
const EDGE = 8;

/** Keeps what is opened beside its opener, wherever that goes: by scrolling, by a window that is turned or zoomed. @returns what ends that */
export function keepPlaced(content: HTMLElement, opener: HTMLElement, atEnd: boolean): () => void {
  let placedFor = '';
  let frame = 0;
  const follow = () => {
    const { top, left } = opener.getBoundingClientRect();
    const now = [top, left, innerWidth, innerHeight].join(' ');
    if (now !== placedFor) place(content, opener, atEnd);
    placedFor = now;
    frame = requestAnimationFrame(follow);
  };
  follow();
  return () => cancelAnimationFrame(frame);
}

/** Puts it within the window: below its opener if there is room, otherwise above. */
function place(content: HTMLElement, opener: HTMLElement, atEnd: boolean): void {
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
