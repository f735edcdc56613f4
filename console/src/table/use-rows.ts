import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

export const ROW_HEIGHT = 38;
/** The row of headings stays in sight above the others. */
export const HEAD_HEIGHT = 36;
/** How many rows before the end the next page is asked for. */
const AHEAD = 60;

/** The rows in sight, and the next page as the end comes near. */
export function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  hasMore: boolean,
  onEnd: () => void,
) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 12,
  });
  const items = virtual.getVirtualItems().filter(({ index }) => index < count);
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasMore && last >= count - AHEAD) onEnd();
  }, [hasMore, last, count, onEnd]);
  return { virtual, items };
}
