import { ApiError, sessionEnded } from '../../platform/errors/errors';

const { status, message, headers } = sessionEnded('key-ended');

/** Thrown on pages that need a session; answered with the sign-in page. Not counted as a guess. */
export class SignInNeeded extends ApiError {
  constructor() {
    super(status, { code: 'session.ended', message }, headers);
  }
}
