import { Injectable } from '@nestjs/common';

/** The time of day, in milliseconds since the Unix epoch. Tests move it. */
@Injectable()
export class WallClock {
  now = (): number => Date.now();
}
