/** What this service is, and where its documentation is. */
export class HomeDto {
  /** The name of the service. @example "keylink" */
  name: string;

  /** What it is for. @example "License keys and short links." */
  description: string;

  /** The documentation for people: a URL if `PUBLIC_URL` is set, else a path. @example "/docs" */
  documentation: string;

  /** The documentation for programs. @example "/docs/openapi.json" */
  openapi: string;
}
