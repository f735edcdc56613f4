import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Draft } from '../signing/key-set-draft';
import type { Signing } from '../signing/key-sets.service';
import { readPrivateKey } from '../signing/root-key';
import { ask } from './ask';
import { showTime, tell } from './output';

export interface RootOptions {
  readonly rootFile?: string;
  readonly yes?: true;
}

/** With a root key kept elsewhere, only a change that its keeper has seen is signed. */
export async function signingWith({ rootFile, yes }: RootOptions): Promise<Signing> {
  if (rootFile === undefined) return {};
  const root: KeyObject = readPrivateKey(await readFile(rootFile, 'utf8'));
  return { root, approve: (draft) => approve(draft, yes) };
}

/** Scripts aren't asked: the draft follows from the command alone. @throws {Error} when the answer is no */
async function approve(draft: Draft, yes: true | undefined): Promise<void> {
  for (const line of describeDraft(draft)) tell(line);
  if (yes) return;
  if ((await ask('Sign it?')) === false) throw new Error('Nothing was signed.');
}

/** The draft's keys, with the new ones marked. */
function describeDraft({ before, between, after }: Draft): string[] {
  const known = new Set(before?.keys.map(({ kid }) => kid));
  const revoked = new Set(before?.revoked);
  const versions = between.length === 0 ? '' : ` (and the ${between.length} before it)`;
  return [
    `To be signed: version ${after.version}${versions} of the key set, for ${after.iss}, until ${showSeconds(after.exp)}`,
    `  root key  ${after.root.kid}${isNew(before?.root.kid === after.root.kid)}`,
    ...after.keys.map(({ kid, notBefore, notAfter }) => {
      const end = notAfter === undefined ? 'signs' : `until ${showSeconds(notAfter)}`;
      return `  key       ${kid} from ${showSeconds(notBefore)}, ${end}${isNew(known.has(kid))}`;
    }),
    ...after.revoked.map((kid) => `  revoked   ${kid}${isNew(revoked.has(kid))}`),
  ];
}

const isNew = (isKnown: boolean): string => (isKnown ? '' : ' (new)');

const showSeconds = (time: number): string => showTime(time * 1000, '-');
