import { CARD_PARTS, type LinkCard } from '../../../src/links/cards/link-card';

/** A social card as it is typed. */
export type CardDraft = Record<keyof LinkCard, string>;

const EMPTY: CardDraft = { title: '', description: '', image: '' };

/** A card as the form has it: a text, to be compared with what it began with. */
export const cardEntry = (card: Partial<LinkCard> = {}): string => {
  const typed = CARD_PARTS.filter((part) => card[part]).map((part) => [part, card[part]] as const);
  return typed.length === 0 ? '' : JSON.stringify(Object.fromEntries(typed));
};

export const cardDraftOf = (entry: string): CardDraft => ({
  ...EMPTY,
  ...(entry === '' ? {} : (JSON.parse(entry) as Partial<CardDraft>)),
});

/** As the API takes it; nothing typed takes the card away. */
export function cardOf(entry: string): object {
  const draft = cardDraftOf(entry);
  const typed = CARD_PARTS.map((part) => [part, draft[part].trim()] as const).filter(([, text]) => text !== '');
  return Object.fromEntries(typed);
}

const LIST = new Intl.ListFormat('en-GB');

/** What there is of it. */
export const cardInWords = ({ description, image }: Partial<LinkCard>): string =>
  `${LIST.format(['title', ...(description ? ['description'] : []), ...(image ? ['picture'] : [])])} set`;
