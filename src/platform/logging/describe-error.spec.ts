import { QueryFailedError } from 'typeorm';
import { describeError } from './describe-error';

class DriverError extends Error {
  readonly sql = "INSERT INTO license_keys VALUES ('secret-key')";

  constructor(
    message: string,
    readonly code: string,
    readonly errno: number,
  ) {
    super(message);
  }
}

const failed = (message: string, code: string, errno: number) =>
  new QueryFailedError('INSERT INTO license_keys VALUES (?)', ['secret-key'], new DriverError(message, code, errno));

describe('what the log says of an error', () => {
  it('is its class, message, code, number and stack', () => {
    const error = failed("Table 'app.license_keys' doesn't exist", 'ER_NO_SUCH_TABLE', 1146);
    expect(describeError(error)).toEqual({
      type: 'QueryFailedError',
      message: "Table 'app.license_keys' doesn't exist",
      code: 'ER_NO_SUCH_TABLE',
      errno: 1146,
      stack: expect.stringMatching(/^QueryFailedError: Table 'app.license_keys' doesn't exist\n {4}at /),
    });
    expect(describeError(new TypeError('x is undefined'))).toMatchObject({
      type: 'TypeError',
      message: 'x is undefined',
    });
    expect(describeError('text')).toEqual({ type: 'string', message: 'text' });
  });

  it.each([
    ["Duplicate entry 'secret-key' for key 'ux_key'", 'ER_DUP_ENTRY', 1062],
    ["Incorrect integer value: 'secret-key' for column 'pid' at row 1", 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD', 1366],
    ["You have an error in your SQL syntax near 'secret-key'' at line 1", 'ER_PARSE_ERROR', 1064],
    ["Duplicate entry 'a\n    at secret-key' for key 'ux_key'", 'ER_DUP_ENTRY', 1062],
  ])('never holds what a statement was sent with: %s', (message, code, errno) => {
    for (const error of [failed(message, code, errno), new DriverError(message, code, errno)]) {
      const described = describeError(error);
      expect(described).toMatchObject({ code, errno, stack: expect.stringMatching(/\n {4}at .*describe-error/) });
      expect(JSON.stringify(described)).not.toContain('secret-key');
    }
  });

  it('goes on to its causes, as far as they go, and no further when they go in circles', () => {
    const inner = new RangeError('inner');
    const outer = new Error('outer', { cause: inner });
    expect(describeError(outer)).toMatchObject({ type: 'Error', cause: { type: 'RangeError', message: 'inner' } });
    inner.cause = outer;
    expect(JSON.stringify(describeError(outer)).length).toBeLessThan(20_000);
  });
});
