import { useRef, useState } from 'react';

/** Whether somebody reads further down in a table, or walks through it by keyboard: then nothing may move under their eyes. */
export function useReading() {
  const [isReading, setReading] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const scroller = () => frame.current?.querySelector('[role="grid"]')?.parentElement;
  const look = () => {
    const hasFocus = frame.current?.querySelector('[data-index] :focus-visible') !== null;
    setReading(hasFocus || (scroller()?.scrollTop ?? 0) > 4);
  };
  const toTop = () => {
    const element = scroller();
    if (element) element.scrollTop = 0;
    setReading(false);
  };
  /** For the element around the table. */
  const watched = {
    ref: frame,
    onScrollCapture: look,
    onFocus: look,
    // The next one has the focus a moment later.
    onBlur: () => requestAnimationFrame(look),
  };
  return { isReading, toTop, watched };
}
