import { Module } from '@nestjs/common';
import { OutgoingConnections } from './outgoing-connections';
import { OutgoingPosts } from './outgoing-posts';
import { OutgoingQuestions } from './outgoing-questions';

@Module({
  providers: [OutgoingConnections, OutgoingPosts, OutgoingQuestions],
  exports: [OutgoingPosts, OutgoingQuestions],
})
export class OutgoingModule {}
