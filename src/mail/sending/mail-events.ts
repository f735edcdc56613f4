import type { EventSource } from '../../platform/events/event-types';
import { MailDto } from '../outbox/dto/mail.dto';

/** What `mail.failed` says. */
class MailFailedDto {
  /** The email, with what the mail server said. @example { "id": 4711, "kind": "delivered", "to": "anna.tanaka@example.com", "state": "failed", "answer": "550 5.1.1 No such user" } */
  mail: MailDto;
}

/** Only that an email has failed is an event. */
export const MAIL_EVENTS: EventSource = {
  targetType: 'mail',
  types: [
    {
      name: 'mail.failed',
      when: 'An email to a customer was refused by the mail server, or the server could not be reached for 48 hours.',
      data: MailFailedDto,
    },
  ],
};
