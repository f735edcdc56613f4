/** As a form or as JSON. What it says is read by the handler: anything but the password is a wrong one. */
export class UnlockLinkDto {
  /** The password of the link, 1 to 200 characters. @example "open sesame" */
  password: string;

  /** The host of the page that had the link, for the statistics. @example "news.example.com" */
  referrer?: string;
}
