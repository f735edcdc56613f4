import type { OpenedWebhook } from '../webhook-vault';

/** Stands in kept answers for what the receiver was told in confidence. */
const MASK = '***';
/** Shorter values are no secrets, such as a version, and may be in any word. */
const LEAST_LENGTH = 4;

/** What is kept of an answer: receivers that say what they were sent would reveal the webhook's headers and secrets. */
export function keptAnswer(text: string, opened: OpenedWebhook): string {
  if (text === '') return text;
  const secrets = secretsOf(opened);
  const masked = secrets.reduce((left, secret) => left.replaceAll(secret, MASK), text);
  return withoutBeginning(masked, secrets);
}

/** The longest first: one may be part of another. */
function secretsOf({ headers, secrets }: OpenedWebhook): string[] {
  const values = Object.values(headers).flatMap((value) => [value, behindScheme(value)]);
  const signing = secrets.flatMap(({ text }) => [text, text.slice(text.indexOf('_') + 1)]);
  const all = new Set([...values, ...signing].flatMap(spellings));
  return [...all].filter(({ length }) => length >= LEAST_LENGTH).toSorted((a, b) => b.length - a.length);
}

/** `7fK2` of `Bearer 7fK2`. */
const behindScheme = (value: string): string => value.slice(value.indexOf(' ') + 1).trimStart();

/** As text, and in JSON, where some write `\/` for a slash. */
function spellings(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  return [value, inJson, inJson.replaceAll('/', '\\/')];
}

/** Only the first bytes of an answer are read, which can end amid a secret. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  const length = Math.max(0, ...secrets.map((secret) => begunAtEnd(text, secret)));
  return length === 0 ? text : text.slice(0, -length) + MASK;
}

/** How much of a secret a text ends with. */
function begunAtEnd(text: string, secret: string): number {
  for (let length = secret.length - 1; length >= LEAST_LENGTH; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
