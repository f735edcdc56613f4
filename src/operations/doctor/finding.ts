/** `failed`: the service would not start like this, or does not keep its promises. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly message: string;
}
