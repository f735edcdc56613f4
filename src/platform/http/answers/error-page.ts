import type { ApiError } from '../../errors/errors';
import type { Page } from './page';

/** Error pages for browsers. They repeat nothing of the request. */
const PAGES: ReadonlyMap<number, Page> = new Map([
  [
    404,
    {
      title: 'This link leads nowhere',
      sentences: [
        'There is nothing at this address.',
        'It may have been mistyped, or the link was deleted. Please ask whoever gave it to you.',
      ],
    },
  ],
  [
    410,
    {
      title: 'This link is gone',
      sentences: ['It has expired, or has had all its visits.', 'Please ask whoever gave it to you.'],
    },
  ],
  [
    503,
    {
      title: 'Please try again in a moment',
      sentences: ['The service is busy; the link is probably fine.'],
    },
  ],
]);

export function errorPage({ status, message }: ApiError): Page {
  return PAGES.get(status) ?? { title: 'That did not work', sentences: [message] };
}
