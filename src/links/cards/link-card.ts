import type { Shape } from '../../platform/fields/shape';
import { isObject } from '../../platform/validation/json-object';
import { isLine } from '../../platform/validation/readable-text';

/** What chats and social networks show for a link, instead of its target. */
export interface LinkCard {
  readonly title: string;
  readonly description?: string;
  /** Address of a picture. */
  readonly image?: string;
}

const LONGEST = { title: 200, description: 500, image: 2048 } as const;
type Part = keyof typeof LONGEST;
export const CARD_PARTS = Object.keys(LONGEST) as Part[];

export const LINK_CARD: Shape<Partial<LinkCard>> = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(CARD_PARTS.map((part) => [part, { type: 'string', maxLength: LONGEST[part] }])),
  },
  rule: (field) =>
    `${field} must be an object with a title, and a description and an image if you like, such as {"title": "Spring sale", "image": "https://example.com/sale.png"}, or {} for none.`,
  problem: cardProblem,
  text: (card) => {
    const parts = CARD_PARTS.filter((part) => card[part]).map((part) => [part, card[part]] as const);
    return parts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(parts));
  },
};

function cardProblem(field: string, card: unknown): string | undefined {
  if (!isObject(card)) return LINK_CARD.rule(field);
  const parts = Object.entries(card);
  if (parts.length === 0) return undefined;
  for (const [part, value] of parts) {
    if (!isPart(part)) return `${field} has "${part.slice(0, 64)}": it can have ${CARD_PARTS.join(', ')}.`;
    if (typeof value !== 'string' || !isLine(value, LONGEST[part]))
      return `The ${part} of ${field} must be text of 1 to ${LONGEST[part]} characters, without control characters.`;
  }
  return 'title' in card ? undefined : `${field} must have a title.`;
}

const isPart = (name: string): name is Part => Object.hasOwn(LONGEST, name);
