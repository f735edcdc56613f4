import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { deleteExpired } from '../../../platform/database/delete-expired';
import { SignIn } from './sign-in.entity';

/** Expired rows deleted with each new one: more than it adds. */
const DELETED_AT_ONCE = 20;

@Injectable()
export class SignInsRepository {
  constructor(@InjectRepository(SignIn) private readonly signIns: Repository<SignIn>) {}

  /** Also deletes some expired rows. */
  async insert(signIn: Omit<SignIn, 'id'>, now: number): Promise<void> {
    await this.signIns.insert(signIn);
    await deleteExpired(this.signIns, now, DELETED_AT_ONCE);
  }

  /** Removes the row, so a second call on any instance finds nothing. */
  async take(hash: string, now: number): Promise<SignIn | undefined> {
    const found = await this.signIns.findOneBy({ hash });
    if (!found) return undefined;
    const { affected } = await this.signIns.delete({ id: found.id });
    return affected === 1 && found.expiresAt > now ? found : undefined;
  }
}
