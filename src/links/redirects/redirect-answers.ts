import type { Problem } from '../../platform/errors/error-codes';

export const NO_LINK: Problem<'link.notFound'> = {
  code: 'link.notFound',
  message: 'There is no link with this name.',
};
export const TOO_EARLY: Problem<'link.tooEarly'> = {
  code: 'link.tooEarly',
  message: 'This link leads on when a person follows it, not before.',
};
export const LINK_GONE: Problem<'link.gone'> = {
  code: 'link.gone',
  message: 'This link is gone: it has expired, or has had all its visits.',
};
