import { type RefObject, useEffect, useState } from 'react';

export const ROW_HEIGHT = 38;
/** Of rows that say in two lines what has no room side by side. */
export const TALL_ROW_HEIGHT = 60;
/** The row of headings stays in sight above the others. */
const HEAD_HEIGHT = 36;
/** How many rows before the end the next page is asked for. */
const AHEAD = 80;
/** The window moves in steps of so many rows, so that most scrolling draws nothing anew. */
const STEP = 8;
const SPARE = 16;

interface Window {
  first: number;
  end: number;
}

function windowOf({ scrollTop, clientHeight }: HTMLElement, height: number): Window {
  const first = Math.floor(scrollTop / height / STEP) * STEP;
  return { first: Math.max(0, first - SPARE), end: first + Math.ceil(clientHeight / height) + SPARE + STEP };
}

interface Rows {
  count: number;
  /** Of each row, in pixels. */
  height: number;
  hasMore: boolean;
  onEnd: () => void;
}

/** Which of the rows, all of one height, are in sight or nearly; asks for the next page as the end comes near. */
export function useRows(scroller: RefObject<HTMLElement | null>, { count, height, hasMore, onEnd }: Rows) {
  const [seen, setSeen] = useState<Window>({ first: 0, end: 3 * SPARE });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () =>
      setSeen((before) => {
        const now = windowOf(element, height);
        return before.first === now.first && before.end === now.end ? before : now;
      });
    const resized = new ResizeObserver(update);
    resized.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, height]);
  const end = Math.min(seen.end, count);
  useEffect(() => {
    if (hasMore && end >= count - AHEAD) onEnd();
  }, [hasMore, end, count, onEnd]);
  const first = Math.min(seen.first, Math.max(0, end - 1));
  return Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
}

/** Scrolls no further than it takes for the row to be in sight. */
export function scrollToRow(element: HTMLElement, index: number, height: number): void {
  const top = index * height;
  const least = top + height + HEAD_HEIGHT - element.clientHeight;
  element.scrollTop = Math.min(Math.max(element.scrollTop, least), top);
}
