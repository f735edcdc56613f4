import { type ArgumentsHost, Logger } from '@nestjs/common';
import { ErrorFilter } from './error.filter';

const late = Object.assign(new Error('Cannot set headers after they are sent to the client'), {
  code: 'ERR_HTTP_HEADERS_SENT',
});

describe('a handler that the deadline was faster than', () => {
  it.each([
    ['says nothing if all it had was an answer', late, 0],
    ['is logged if it failed', new Error('something else'), 1],
  ])('%s', (_, thrown, times) => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReset();
    const filter = new ErrorFilter(
      () => [],
      () => false,
      () => {},
    );
    const http = { getRequest: () => ({ path: '/api/keys' }), getResponse: () => ({ writableEnded: true }) };
    filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
    expect(error).toHaveBeenCalledTimes(times);
  });
});
