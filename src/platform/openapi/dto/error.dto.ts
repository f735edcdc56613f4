/** The body of every error. */
export class ErrorDto {
  /** One sentence that tells a person what to do. @example "The specified license key was not found." */
  msg: string;
}
