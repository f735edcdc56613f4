import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobClaims } from './job-claims';
import { JobState } from './job-state.entity';
import { JobStatesRepository } from './job-states.repository';
import { Jobs } from './jobs';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([JobState])],
  providers: [JobStatesRepository, JobClaims, Jobs],
  exports: [Jobs, JobStatesRepository],
})
export class JobsModule {}
