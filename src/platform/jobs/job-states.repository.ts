import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { JobState } from './job-state.entity';

export type Claim = Readonly<Pick<JobState, 'name' | 'owner' | 'beat'>>;

@Injectable()
export class JobStatesRepository {
  constructor(@InjectRepository(JobState) private readonly states: Repository<JobState>) {}

  find(): Promise<JobState[]> {
    return this.states.find({ order: { name: 'ASC' } });
  }

  /** Rows of unknown jobs stay: instances of two versions may run side by side. */
  async ensure(jobs: readonly Pick<JobState, 'name' | 'everyMs'>[]): Promise<void> {
    const known = new Set((await this.find()).map(({ name }) => name));
    const fresh = jobs.filter(({ name }) => !known.has(name));
    if (fresh.length === 0) return;
    const rows = fresh.map(({ name, everyMs }) => ({
      name,
      everyMs,
      owner: '',
      beat: 0,
      succeededAt: null,
      failingSince: null,
    }));
    await this.states.createQueryBuilder().insert().values(rows).orIgnore().execute();
  }

  /** @returns false if another instance took the job, or its owner beat since the claim was read */
  async take({ name, owner, beat }: Claim, taker: string): Promise<boolean> {
    const { affected } = await this.states.update({ name, owner, beat }, { owner: taker, beat: beat + 1 });
    return affected === 1;
  }

  async beat(owner: string): Promise<void> {
    await this.states.increment({ owner }, 'beat', 1);
  }

  async release(owner: string): Promise<void> {
    await this.states.update({ owner }, { owner: '' });
  }

  async note(name: string, outcome: Partial<Pick<JobState, 'succeededAt' | 'failingSince'>>): Promise<void> {
    await this.states.update({ name }, outcome);
  }
}
