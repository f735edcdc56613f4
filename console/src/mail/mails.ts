import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { MailDto, MailKindDto } from '../api/schema';
import type { Tone } from '../text/chip';

export const WRITE = ['mail:write'];
/** What sending an email again needs. */
export const SEND = ['mail:write', 'keys:support'];

/** Emails come and go by themselves. */
const LOOK_MS = 3000;
const SHOWN = 100;

export type MailFilter = { customer: string } | { order: number } | { state: 'failed' };

/** The newest emails to a customer, about an order, or those that have failed. */
export const mailsQuery = (filter: MailFilter) =>
  queryOptions({
    queryKey: ['mails', filter],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/mails', { params: { query: { ...filter, limit: SHOWN } }, signal })),
    refetchInterval: LOOK_MS,
  });

export const kindsQuery = queryOptions({
  queryKey: ['mail kinds'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/mail/kinds', { signal })),
});

export type Kind = MailKindDto['kind'];

export const KIND_WORDS: Readonly<Record<Kind, { name: string; when: string }>> = {
  delivered: { name: 'License keys of an order', when: 'An order was paid.' },
  resend: { name: 'License key sent again', when: 'Somebody asked for it.' },
  expiring: { name: 'License ends soon', when: 'Days before the end, as EXPIRY_NOTICE_DAYS says.' },
  expired: { name: 'License has ended', when: 'At the end.' },
  refunded: { name: 'Refund', when: 'An order was refunded.' },
  portalCode: { name: 'Code to sign in', when: 'A customer signs in to the portal.' },
  addressChange: { name: 'New email address', when: 'A customer changes the address.' },
};

/** What became of an email. */
export function stateOf({ state, tries }: MailDto): { word: string; tone: Tone } {
  if (state === 'sent') return { word: 'Sent', tone: 'good' };
  if (state === 'failed') return { word: 'Failed', tone: 'bad' };
  if (state === 'replaced') return { word: 'Sent again', tone: 'plain' };
  if (state === 'obsolete') return { word: 'No longer needed', tone: 'plain' };
  return tries === 0 ? { word: 'Waiting', tone: 'plain' } : { word: 'Retrying', tone: 'warn' };
}
