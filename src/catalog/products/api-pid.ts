import { ApiParam } from '@nestjs/swagger';
import { invalidField } from '../../platform/errors/errors';

export const PID_MAX = 2_147_483_647;
export const PID_RULE = { message: `pid must be an integer from 0 to ${PID_MAX}.` };

/** Documents the pid in a path. */
export const ApiPid = () =>
  ApiParam({
    name: 'pid',
    description: 'The pid of the product.',
    schema: { type: 'integer', minimum: 0, maximum: PID_MAX, example: 6 },
  });

/** The pid in a path; undefined for invalid text. */
export function pidIn(text: string): number | undefined {
  const pid = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  return pid > PID_MAX ? undefined : pid;
}

/** As `pidIn`, for a pid that must be valid. @throws {ApiError} 400 */
export function readPid(text: string): number {
  const pid = pidIn(text);
  if (pid === undefined) throw invalidField(PID_RULE.message);
  return pid;
}
