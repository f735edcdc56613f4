import type { MailDto } from './dto/mail.dto';
import type { Mail } from './mail.entity';

export const toMailDto = (mail: Mail): MailDto => ({
  id: mail.id,
  kind: mail.kind,
  to: mail.recipient,
  language: mail.language ?? undefined,
  customer: mail.uid ?? undefined,
  product: mail.product ?? undefined,
  order: mail.orderId ?? undefined,
  createdAt: mail.createdAt,
  state: mail.state,
  dueAt: mail.dueAt ?? undefined,
  tries: mail.tries,
  endedAt: mail.endedAt ?? undefined,
  answer: mail.answer ?? undefined,
  canBeResent: mail.data !== null,
});
