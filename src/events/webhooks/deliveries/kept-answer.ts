import type { OpenedWebhook } from '../webhook-vault';

/** Replaces secrets in stored answers. */
const MASK = '***';
/** Shorter values are hardly secrets, and may occur in any word. */
const LEAST_LENGTH = 4;

/** The stored part of an answer, without the webhook's headers and secrets: some receivers repeat what they got. */
export function keptAnswer(text: string, opened: OpenedWebhook): string {
  if (text === '') return text;
  const secrets = secretsOf(opened);
  const masked = secrets.reduce((left, secret) => left.replaceAll(secret, MASK), text);
  return withoutBeginning(masked, secrets);
}

/** Longest first, as one may contain another. */
function secretsOf({ headers, secrets }: OpenedWebhook): string[] {
  const values = Object.values(headers).flatMap((value) => [value, behindScheme(value)]);
  const signing = secrets.flatMap(({ text }) => [text, text.slice(text.indexOf('_') + 1)]);
  const all = new Set([...values, ...signing].flatMap(spellings));
  return [...all].filter(({ length }) => length >= LEAST_LENGTH).toSorted((a, b) => b.length - a.length);
}

/** `7fK2` in `Bearer 7fK2`. */
const behindScheme = (value: string): string => value.slice(value.indexOf(' ') + 1).trimStart();

/** As text and in JSON, where some escape the slash as `\/`. */
function spellings(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  return [value, inJson, inJson.replaceAll('/', '\\/')];
}

/** Only the beginning of an answer is read, which can end in the middle of a secret. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  const length = Math.max(0, ...secrets.map((secret) => begunAtEnd(text, secret)));
  return length === 0 ? text : text.slice(0, -length) + MASK;
}

/** How much of a secret's beginning is at a text's end. */
function begunAtEnd(text: string, secret: string): number {
  for (let length = secret.length - 1; length >= LEAST_LENGTH; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
