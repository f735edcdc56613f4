import { Column, Entity } from 'typeorm';
import { bigInteger } from '../../platform/database/columns';

/** The salt of a day's visitors, on servers; deleted when the day is over. */
@Entity('visit_salts')
export class VisitSalt {
  /** The start of the day in UTC, in milliseconds since the Unix epoch. */
  @Column({ ...bigInteger, primary: true })
  day: number;

  /** Base64, encrypted if there is a SECRET_KEY. */
  @Column({ length: 191 })
  salt: string;
}
