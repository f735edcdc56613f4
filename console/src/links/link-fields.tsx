import { TextInput } from '@mantine/core';
import formClasses from '../form/form.module.css';
import { fromLocalInput, toLocalInput } from '../text/times';
import type { ShortLink } from './link-cache';

/** What is typed into the form of a link. */
export interface LinkDraft {
  name: string;
  url: string;
  /** As the browser's own field spells a local time. */
  expiresAt: string;
  maxVisits: string;
}

export const EMPTY_DRAFT: LinkDraft = { name: '', url: '', expiresAt: '', maxVisits: '' };

export const draftOf = ({ name, url, expiresAt, maxVisits }: ShortLink): LinkDraft => ({
  name,
  url,
  expiresAt: expiresAt === undefined ? '' : toLocalInput(expiresAt),
  maxVisits: maxVisits?.toString() ?? '',
});

/** The fields of a link that is created. */
export function newLinkOf({ name, url, expiresAt, maxVisits }: LinkDraft) {
  const end = fromLocalInput(expiresAt);
  return {
    url: url.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(end !== undefined && { expiresAt: end }),
    ...(maxVisits !== '' && { maxVisits: Number(maxVisits) }),
  };
}

/** What differs from the link as it is; 0 takes a limit away. */
export function changeOf(link: ShortLink, draft: LinkDraft) {
  const before = draftOf(link);
  return {
    ...(draft.url.trim() !== before.url && { url: draft.url.trim() }),
    ...(draft.expiresAt !== before.expiresAt && { expiresAt: fromLocalInput(draft.expiresAt) ?? 0 }),
    ...(draft.maxVisits !== before.maxVisits && { maxVisits: Number(draft.maxVisits) }),
  };
}

interface LinkFieldsProps {
  draft: LinkDraft;
  onChange: (draft: LinkDraft) => void;
  /** A link keeps its name for good. */
  hasName: boolean;
}

export function LinkFields({ draft, onChange, hasName }: LinkFieldsProps) {
  const field = (name: keyof LinkDraft) => ({
    value: draft[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Leads to"
        type="url"
        required
        data-autofocus
        placeholder="https://example.com/sale?utm_source=mail"
        description="An address of the web, at most 2048 characters."
        {...field('url')}
      />
      {!hasName && (
        <TextInput
          label="Name"
          placeholder="spring-sale"
          description={`What follows ${location.host}/ – letters, digits and - _ . ~. Left empty, a short random one is made.`}
          autoComplete="off"
          spellCheck={false}
          {...field('name')}
        />
      )}
      <div className={formClasses['two']}>
        <TextInput label="Ends" type="datetime-local" description="Empty: never." {...field('expiresAt')} />
        <TextInput
          label="Most visits"
          type="number"
          min={1}
          step={1}
          description="Empty: any number."
          {...field('maxVisits')}
        />
      </div>
    </>
  );
}
