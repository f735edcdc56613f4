/** What the lines for a program are made of. */
interface Program {
  url: string;
  rootKey: string;
  /** Version of the key set with which a new program begins. */
  version: number;
  pid: number;
}

export type Language = 'TypeScript' | 'Python' | 'PHP';

/** As in docs/client.md, which the tests run; `guides.spec` compares them. */
const LINES: Readonly<Record<Language, (program: Program) => string>> = {
  TypeScript: ({ url, rootKey, pid }) => `import { createClient, deviceId } from 'keylink-client';

const keylink = createClient({
  url: '${url}',
  rootKey: '${rootKey}',
  product: ${pid},
  cacheFile: \`\${folder}/license.json\`,
});
const device = await deviceId({ file: \`\${folder}/device-id\` });

keylink.watch({ key: licenseKey, device, info: 'version 2.1' }, (outcome) => {
  if (outcome.outcome === 'allowed') return unlock();
  if (outcome.outcome === 'refused') return lock(\`This license can't be used: \${outcome.details}\`);
  lock(\`The license could not be checked: \${outcome.message}\`);
});`,
  Python: ({ url, rootKey, version, pid }) => `import contextlib, json, pathlib, secrets
from keylink import ask, believe, follow_key_sets

URL, ROOT_KEY, FIRST, PRODUCT, FILE = "${url}", "${rootKey}", ${version}, ${pid}, pathlib.Path("license.json")

def check(key, device):
    try: kept = {"keySets": [], **json.loads(FILE.read_text())}
    except Exception: kept = {"keySets": []}  # There is no file yet, or it is damaged.
    try:
        new = {"keySets": follow_key_sets(URL, ROOT_KEY, FIRST, kept["keySets"]), "nonce": secrets.token_urlsafe(18)}
        status, answer = ask(f"{URL}/api/check/{PRODUCT}", {"device": device, "nonce": new["nonce"]}, authorization=key)
        verdict = believe(new := {**new, "signed": json.loads(answer)["signed"]}, ROOT_KEY, key, PRODUCT, device)
    except Exception: return believe(kept, ROOT_KEY, key, PRODUCT, device)
    with contextlib.suppress(OSError):  # A full disk takes nothing from the verdict.
        FILE.with_suffix(".new").write_text(json.dumps(new))
        FILE.with_suffix(".new").replace(FILE)  # The old file or the new one, never half of one.
    return verdict`,
  PHP: ({ url, rootKey, version, pid }) => `<?php
require 'keylink.php';
const URL = '${url}', ROOT_KEY = '${rootKey}', FIRST = ${version}, PRODUCT = ${pid}, FILE = 'license.json';

function check(string $key, string $device): stdClass {
    $kept = (array) json_decode((string) @file_get_contents(FILE), true) + ['keySets' => []]; // There may be no file yet, or a damaged one.
    try {
        $sets = Keylink\\follow_key_sets(URL, ROOT_KEY, FIRST, (array) $kept['keySets']);
        $new = ['keySets' => $sets, 'nonce' => bin2hex(random_bytes(16))];
        $body = ['device' => $device, 'nonce' => $new['nonce']];
        [, $answer] = Keylink\\ask(URL . '/api/check/' . PRODUCT, ["Authorization: $key"], $body);
        $verdict = Keylink\\believe($new += ['signed' => json_decode($answer)->signed ?? ''], ROOT_KEY, $key, PRODUCT, $device);
        @file_put_contents(FILE . '.new', json_encode($new)) && @rename(FILE . '.new', FILE); // The old file or the new one, never half of one.
        return $verdict;
    } catch (Throwable) { return Keylink\\believe($kept, ROOT_KEY, $key, PRODUCT, $device); }
}`,
};

export const LANGUAGES = Object.keys(LINES) as Language[];

/** What each needs beside its lines. */
export const NEEDED: Readonly<Record<Language, string>> = {
  TypeScript: 'keylink-client-0.1.0.tgz',
  Python: 'keylink.py',
  PHP: 'keylink.php',
};

/** The lines that a program needs to ask whether it may run. */
export const linesOf = (language: Language, program: Program): string => LINES[language](program);
