import { Injectable } from '@nestjs/common';

/** Whether the service wants to be asked at all: not any more once it is told to end. */
@Injectable()
export class Readiness {
  private isEnding = false;

  get isWanted(): boolean {
    return !this.isEnding;
  }

  end(): void {
    this.isEnding = true;
  }
}
