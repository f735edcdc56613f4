import { MessagePart } from '../message-part';
import { UnreadableMessage } from '../shop';

const MOST_FIELDS = 500;

/** Reads a ping: a form, possibly with brackets in names, or JSON, as the seller chose. @throws {UnreadableMessage} */
export function readPing(body: Buffer): MessagePart {
  const text = body.toString('utf8');
  if (text.trimStart().startsWith('{')) return MessagePart.parse(body);
  const fields = new Map<string, unknown>();
  const form = new URLSearchParams(text);
  if (form.size > MOST_FIELDS) throw new UnreadableMessage(`A ping of more than ${MOST_FIELDS} fields can’t be read.`);
  for (const [name, value] of form) {
    const [, outer, inner] = /^([^[\]]{1,100})\[([^\]]{1,100})\]/.exec(name) ?? [];
    if (outer === undefined) fields.set(name, value);
    else fields.set(outer, { ...(fields.get(outer) as object | undefined), [inner]: value });
  }
  if (!fields.has('sale_id') && !fields.has('subscription_id'))
    throw new UnreadableMessage('This is no ping of Gumroad: it names neither a sale nor a subscription.');
  return MessagePart.of(Object.fromEntries(fields));
}
