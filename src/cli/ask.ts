import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** @returns whether the answer is yes; undefined if no person is at the terminal */
export async function ask(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl-C closes the terminal, and the question may stay open for ever.
    const closed = once(terminal, 'close').then(() => '');
    const answer = await Promise.race([terminal.question(`${question} [y/N] `).catch(() => ''), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** @param otherwise what happens without a yes @throws {Error} unless somebody says yes */
export async function approve(question: string, otherwise: string): Promise<void> {
  const answer = await ask(question);
  if (answer === undefined) throw new Error(`${otherwise}: nobody is at a terminal to ask. Add --yes.`);
  if (!answer) throw new Error(`${otherwise}.`);
}
