/** The body of every error. */
export class ErrorDto {
  /**
   * One sentence that a person can act on.
   * @example "The specified license key was not found."
   */
  msg: string;
}
