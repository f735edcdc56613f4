import { Injectable } from '@nestjs/common';

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
