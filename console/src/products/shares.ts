import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';

/** From which plans and versions a product's checks of the last seven days come. */
export const sharesQuery = (pid: number) =>
  queryOptions({
    queryKey: ['shares', pid],
    queryFn: ({ signal }) => answerOf(api.GET('/api/stats/shares', { params: { query: { pid } }, signal })),
    staleTime: 60_000,
  });

/** `61%`; what is there at all is never nothing. */
export function partInWords(part: number, all: number): string {
  const percent = (100 * part) / all;
  return percent > 0 && percent < 1 ? '< 1%' : `${Math.round(percent)}%`;
}
