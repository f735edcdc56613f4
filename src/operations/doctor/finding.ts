/** What one check found; `failed` means that the service would not run, or not keep its promises. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly message: string;
}
