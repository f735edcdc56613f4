import { Button } from '@mantine/core';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import { Confirm } from '../form/confirm';
import { Facts } from '../page/facts';
import { Panel } from '../page/panel';
import { Only } from '../session/only';
import { CodeBlock } from '../text/code-block';
import { WithCopy } from '../text/with-copy';
import type { SigningStatus } from './signing';
import { useSigningChange } from './use-signing-change';

type Root = NonNullable<SigningStatus['root']>;

/** The root key: its public half to build into programs, and where its private half is. */
export function RootPanel({ root: { kid, x, isExported } }: { root: Root }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title="Root key"
      lead="Its public half is built into your programs, so that they know an answer is yours. It is not a secret."
      actions={
        !isExported && (
          <Only scopes={['signing:write']}>
            <Button variant="default" onClick={() => setAsking(true)}>
              Replace root key
            </Button>
          </Only>
        )
      }
    >
      <CodeBlock label="Public half, for your programs" code={x} />
      <CodeBlock label="With keylink-client" code={snippetOf(x)} />
      <div style={{ marginTop: 14 }}>
        <Facts
          facts={{
            Name: (
              <WithCopy text={kid} label="Copy the name of the root key">
                <code>{kid}</code>
              </WithCopy>
            ),
            'Private half': isExported
              ? 'Removed from the database. Key changes need its file, on the command line: --root-file root.pem.'
              : 'In the database, encrypted. “keylink signing export-root” takes it off this machine.',
          }}
        />
      </div>
      {isAsking && <ReplaceRoot onClose={() => setAsking(false)} />}
    </Panel>
  );
}

const snippetOf = (x: string) => `createClient({
  url: '${location.origin}',
  rootKey: '${x}',
  product: 6, // yours
});`;

function ReplaceRoot({ onClose }: { onClose: () => void }) {
  const replace = useSigningChange(
    () => answerOf(api.POST('/api/signing/rotate-root')),
    'There is a new root key. Build its public half into your programs.',
    onClose,
  );
  return (
    <Confirm
      title="Replace the root key?"
      opened
      onClose={onClose}
      onConfirm={() => replace.mutate()}
      confirm="Replace root key"
      isBusy={replace.isPending}
      error={replace.error}
      isDestructive
      typed="replace"
    >
      <p style={{ marginTop: 0 }}>
        Do this when the root key was stolen, or when whoever guarded it leaves. A new one takes its place at once. This
        can’t be undone.
      </p>
      <ul>
        <li>Programs already in use find it by themselves: the old and the new key both sign this key set.</li>
        <li>Ship every program with the new public half from now on.</li>
        <li>If it was stolen, rotate the signing key afterwards and revoke the earlier ones.</li>
      </ul>
    </Confirm>
  );
}
