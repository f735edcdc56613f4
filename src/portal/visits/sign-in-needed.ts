import { ApiError, sessionEnded } from '../../platform/errors/errors';

const { status, message, headers } = sessionEnded('key-ended');

/** For a page that only customers see who are signed in: answered with the way to sign in. Nobody has guessed anything. */
export class SignInNeeded extends ApiError {
  constructor() {
    super(status, { code: 'session.ended', message }, headers);
  }
}
