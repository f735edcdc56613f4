/** The service is well. */
export class HealthDto {
  /** @example "ok" */
  status: 'ok';
}
