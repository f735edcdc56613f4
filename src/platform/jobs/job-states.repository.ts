import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { JobState } from './job-state.entity';

/** Who holds a job, as it was read. */
export type Claim = Readonly<Pick<JobState, 'name' | 'owner' | 'beat'>>;

/** The one owner of the jobs' table. */
@Injectable()
export class JobStatesRepository {
  constructor(@InjectRepository(JobState) private readonly states: Repository<JobState>) {}

  find(): Promise<JobState[]> {
    return this.states.find({ order: { name: 'ASC' } });
  }

  /** Makes a row for each job that has none. Rows of jobs that are no more stay: instances of two versions may run side by side. */
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
    // Another instance may be faster.
    await this.states.createQueryBuilder().insert().values(rows).orIgnore().execute();
  }

  /** Gives a job to an instance, unless somebody else has taken it, or its owner has shown life, since the claim was read. */
  async take({ name, owner, beat }: Claim, taker: string): Promise<boolean> {
    const { affected } = await this.states.update({ name, owner, beat }, { owner: taker, beat: beat + 1 });
    return affected === 1;
  }

  /** Shows that the owner of jobs lives. */
  async beat(owner: string): Promise<void> {
    await this.states.increment({ owner }, 'beat', 1);
  }

  /** Leaves all jobs of an instance to the others. */
  async release(owner: string): Promise<void> {
    await this.states.update({ owner }, { owner: '' });
  }

  async note(name: string, outcome: Partial<Pick<JobState, 'succeededAt' | 'failingSince'>>): Promise<void> {
    await this.states.update({ name }, outcome);
  }
}
