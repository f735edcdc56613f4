import { type LoggedCheck, withoutLicenseKey } from '../keys-of-logs';

/** A check as a stream event, serialized once with and once without its license key. */
export class LiveCheck {
  private readonly texts = new Map<boolean, string>();

  /** @param isLate whether a greater id was already sent; clients resume after the greatest */
  constructor(
    readonly check: LoggedCheck,
    private readonly isLate: boolean,
  ) {}

  text(showsKey: boolean): string {
    const known = this.texts.get(showsKey);
    if (known !== undefined) return known;
    const data = JSON.stringify(showsKey ? this.check : withoutLicenseKey(this.check));
    const text = `event: check\n${this.isLate ? '' : `id: ${this.check.id}\n`}data: ${data}\n\n`;
    this.texts.set(showsKey, text);
    return text;
  }
}
