import { TextInput } from '@mantine/core';
import { cardDraftOf, type CardDraft, cardEntry } from './card-words';
import classes from './links.module.css';

interface CardInputProps {
  label: string;
  meaning: string;
  entry: string;
  onChange: (entry: string) => void;
  /** Where the link answers. */
  host: string;
}

/** What programs show of the link, and a small picture of how that looks. */
export function CardInput({ label, meaning, entry, onChange, host }: CardInputProps) {
  const draft = cardDraftOf(entry);
  const field = (part: keyof CardDraft) => ({
    value: draft[part],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(cardEntry({ ...draft, [part]: event.currentTarget.value })),
  });
  return (
    <fieldset className={classes['rules']}>
      <legend>{label}</legend>
      <p className="quiet">{meaning}</p>
      <TextInput label="Title on the card" placeholder="Spring sale" {...field('title')} />
      <TextInput label="Description" placeholder="Half price until Sunday" {...field('description')} />
      <TextInput
        label="Picture"
        type="url"
        placeholder="https://example.com/sale.png"
        description="A web address; 1,200 by 630 pixels works everywhere."
        {...field('image')}
      />
      {entry !== '' && <CardPicture draft={draft} host={host} />}
    </fieldset>
  );
}

/** The console loads nothing from elsewhere, so the picture itself stays a place. */
function CardPicture({ draft: { title, description, image }, host }: { draft: CardDraft; host: string }) {
  return (
    <figure className={classes['card']} aria-label="How it looks">
      {image !== '' && <div className={classes['picture']}>{nameOf(image)}</div>}
      <figcaption>
        <small className="quiet">{host}</small>
        <strong>{title === '' ? 'A card needs a title' : title}</strong>
        {description !== '' && <span>{description}</span>}
      </figcaption>
    </figure>
  );
}

/** The last part of its address. */
const nameOf = (image: string): string => image.slice(image.lastIndexOf('/') + 1) || image;
