import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailDto } from '../api/schema';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { Only } from '../session/only';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import classes from './mail.module.css';
import { KIND_WORDS, type MailFilter, mailsQuery, SEND, stateOf } from './mails';
import { ResendMail } from './resend-mail';

interface MailListProps {
  filter: MailFilter;
  /** What is said where there are none. */
  none: string;
}

/** Emails, newest first: what became of each, in the mail server's words. */
export function MailList({ filter, none }: MailListProps) {
  const { data: mails, error } = useQuery(mailsQuery(filter));
  const [resent, setResent] = useState<MailDto>();
  return (
    <>
      <ReadProblem error={error} />
      {!mails && !error && <Waiting />}
      {mails?.length === 0 && <p className="quiet">{none}</p>}
      <ul className={classes.list} aria-label="Emails">
        {mails?.map((mail) => (
          <MailItem key={mail.id} mail={mail} isAmongMany={'state' in filter} onResend={() => setResent(mail)} />
        ))}
      </ul>
      {resent && <ResendMail mail={resent} onClose={() => setResent(undefined)} />}
    </>
  );
}

interface MailItemProps {
  mail: MailDto;
  /** Whether they are to several customers. */
  isAmongMany: boolean;
  onResend: () => void;
}

function MailItem({ mail, isAmongMany, onResend }: MailItemProps) {
  const { kind, to, customer, createdAt, dueAt, answer, state, tries, canBeResent } = mail;
  const { word, tone } = stateOf(mail);
  return (
    <li className={classes.mail}>
      <div className={classes.head}>
        <strong>{KIND_WORDS[kind].name}</strong>
        <Chip tone={tone}>{word}</Chip>
        <span className={classes.aside}>
          to {to} · <Time at={createdAt} as="local" />
          {dueAt !== undefined && tries > 0 && (
            <>
              {' '}
              · next try <Time at={dueAt} as="relative" />
            </>
          )}
        </span>
        {canBeResent && state !== 'replaced' && (
          <Only scopes={SEND}>
            <Button size="compact-xs" variant="default" onClick={onResend}>
              {state === 'sent' ? 'Send again' : 'Correct and send again'}
            </Button>
          </Only>
        )}
      </div>
      {answer !== undefined && state !== 'sent' && <p className={classes.answer}>{answer}</p>}
      {isAmongMany && customer !== undefined && (
        <Link to="/customers/$uid" params={{ uid: customer }}>
          Open the customer
        </Link>
      )}
    </li>
  );
}
