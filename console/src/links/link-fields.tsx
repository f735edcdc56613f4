import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { fieldsIn } from '../../../src/platform/fields/field';
import { LINK_FIELDS } from '../../../src/links/link-fields';
import { toFormField } from '../form/described-field';
import formClasses from '../form/form.module.css';
import { fromLocalInput, toLocalInput } from '../text/times';
import { useDomains } from './domains/domains';
import type { ShortLink } from './link-cache';
import { CardInput } from './card-input';
import { cardEntry, cardOf } from './card-words';
import { rulesEntry, rulesOf } from './rule-words';
import { RulesInput } from './rules-input';

/** What else than its name and target can be said of a link. */
export const LIMITS = fieldsIn(LINK_FIELDS, 'update').map(([name, field]) => ({ ...toFormField(field), name }));
/** Where it leads to. */
export const TARGET = { ...toFormField(LINK_FIELDS.url), name: 'url' };
type Limit = (typeof LIMITS)[number];

/** What is typed into the form of a link; times as the browser's own field spells a local one. */
export type LinkDraft = Record<'name' | 'url' | 'domain' | Limit['name'], string>;

const draftOfLimits = (link: Partial<ShortLink>) =>
  Object.fromEntries(LIMITS.map((limit) => [limit.name, toEntry(limit, link[limit.name])])) as Record<
    Limit['name'],
    string
  >;

function toEntry({ kind }: Limit, value: ShortLink[Limit['name']]): string {
  if (typeof value === 'object') return Array.isArray(value) ? rulesEntry(value) : cardEntry(value);
  return kind === 'time' && value !== undefined ? toLocalInput(Number(value)) : String(value ?? '');
}

/** What was typed, as the API takes it; what is left empty takes a limit away. */
function toValue({ kind, name }: Limit, entry: string): string | number | boolean | object {
  if (kind === 'text') return entry;
  if (kind === 'flag') return entry !== '';
  if (kind === 'json') return name === 'card' ? cardOf(entry) : rulesOf(entry);
  if (kind === 'lines') return entry.trim();
  return kind === 'time' ? (fromLocalInput(entry) ?? 0) : Number(entry);
}

export const EMPTY_DRAFT: LinkDraft = { name: '', url: '', domain: '', ...draftOfLimits({}) };

export const draftOf = (link: ShortLink): LinkDraft => ({
  name: link.name,
  url: link.url,
  domain: link.domain ?? '',
  ...draftOfLimits(link),
});

/** The fields of a link that is created. */
export function newLinkOf({ name, url, domain, ...limits }: LinkDraft) {
  return {
    url: url.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(domain !== '' && { domain }),
    ...valuesOf(limits, draftOfLimits({})),
  };
}

/** What differs from what the form began with. */
export function changeOf(before: LinkDraft, { url, ...limits }: LinkDraft) {
  return { ...(url.trim() !== before.url && { url: url.trim() }), ...valuesOf(limits, before) };
}

const valuesOf = (draft: Record<Limit['name'], string>, before: Record<Limit['name'], string>) =>
  Object.fromEntries(
    LIMITS.filter(({ name }) => draft[name] !== before[name]).map((limit) => [
      limit.name,
      toValue(limit, draft[limit.name]),
    ]),
  );

/** What isn't typed into one line. */
const OWN_INPUTS: readonly Limit['kind'][] = ['lines', 'flag', 'json'];

interface LinkFieldsProps {
  draft: LinkDraft;
  onChange: (draft: LinkDraft) => void;
  /** A link keeps its name for good. */
  hasName: boolean;
}

export function LinkFields({ draft, onChange, hasName }: LinkFieldsProps) {
  const domains = useDomains();
  const field = (name: keyof LinkDraft) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Target"
        type="url"
        required
        data-autofocus
        placeholder="https://example.com/sale?utm_source=mail"
        description="A web address of up to 2,048 characters."
        {...field('url')}
      />
      {!hasName && domains.length > 0 && (
        <NativeSelect
          label="Domain"
          data={[{ value: '', label: location.host }, ...domains.map(({ host }) => host)]}
          {...field('domain')}
        />
      )}
      {!hasName && (
        <TextInput
          label="Name"
          placeholder="spring-sale"
          description={`What follows ${draft.domain || location.host}/: letters, digits and - _ . ~. Leave it empty for a short random name.`}
          autoComplete="off"
          spellCheck={false}
          {...field('name')}
        />
      )}
      <div className={formClasses['two']}>
        {LIMITS.filter(({ kind }) => !OWN_INPUTS.includes(kind)).map(({ name, label, meaning, kind, placeholder }) => (
          <TextInput
            key={name}
            label={label}
            type={kind === 'time' ? 'datetime-local' : kind === 'text' ? 'text' : 'number'}
            min={kind === 'count' ? 1 : undefined}
            step={kind === 'count' ? 1 : undefined}
            description={meaning}
            placeholder={placeholder}
            {...field(name)}
          />
        ))}
      </div>
      <OtherFields draft={draft} onChange={onChange} />
    </>
  );
}

/** What isn't typed into one line. */
function OtherFields({ draft, onChange }: Omit<LinkFieldsProps, 'hasName'>) {
  return (
    <>
      {LIMITS.filter(({ kind }) => kind === 'flag').map(({ name, label, meaning }) => (
        <Checkbox
          key={name}
          label={label}
          description={meaning}
          checked={draft[name] !== ''}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.checked ? 'true' : '' })}
        />
      ))}
      {LIMITS.filter(({ kind }) => kind === 'json').map(({ name, label, meaning }) => {
        const entry = {
          label,
          meaning,
          entry: draft[name],
          onChange: (typed: string) => onChange({ ...draft, [name]: typed }),
        };
        if (name === 'card') return <CardInput key={name} {...entry} host={draft.domain || location.host} />;
        return <RulesInput key={name} {...entry} />;
      })}
      {LIMITS.filter(({ kind }) => kind === 'lines').map(({ name, label, meaning }) => (
        <Textarea
          key={name}
          label={label}
          description={meaning}
          autosize
          minRows={2}
          maxRows={12}
          value={draft[name]}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
        />
      ))}
    </>
  );
}
