/** What this service is, and where its documentation is. */
export class HomeDto {
  /**
   * What this service is called.
   * @example "keylink"
   */
  name: string;

  /**
   * What it is for.
   * @example "License keys and short links."
   */
  description: string;

  /**
   * The documentation for people: its address where `PUBLIC_URL` gives one, else its path.
   * @example "/docs"
   */
  documentation: string;

  /**
   * The documentation for programs.
   * @example "/docs/openapi.json"
   */
  openapi: string;
}
