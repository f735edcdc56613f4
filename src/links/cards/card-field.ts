import type { Field } from '../../platform/fields/field';
import { LINK_CARD } from './link-card';

/** The console reads this file too, so import nothing of Node's. */
export const CARD = {
  type: 'json',
  shape: LINK_CARD,
  none: { called: 'none', sentIn: ['create', 'update', 'import'] },
  docs: {
    shown:
      'What chats and social networks show of the link, in place of its target: they get a page with it and are not led on; absent if there is none.',
    create:
      'What chats and social networks show of the link, in place of its target: a `title` of up to 200 characters, a `description` of up to 500 and an `image`, an absolute http(s) URL. They get a page with it and are not led on; people are.',
    update:
      'What chats and social networks show of the link, in place of its target, instead of what there was: a `title` of up to 200 characters, a `description` of up to 500 and an `image`, an absolute http(s) URL. `{}` clears it.',
    import: 'What chats and social networks show of the link, in a CSV file as JSON text.',
  },
  example: { title: 'Spring sale', description: 'Half price until Sunday', image: 'https://example.com/sale.png' },
  console: {
    label: 'Social card',
    known: ['opengraph', 'preview', 'socialcard'],
    meaning: 'What chats and social networks show of the link. Empty: what they find at the target.',
  },
} as const satisfies Field;
