import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import { Confirm } from '../form/confirm';
import { Panel } from '../page/panel';
import { Only } from '../session/only';
import narrow from '../table/narrow-table.module.css';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import { WithCopy } from '../text/with-copy';
import { type SigningKey, stateOf } from './signing';
import { useSigningChange } from './use-signing-change';

interface SigningKeysPanelProps {
  keys: readonly SigningKey[];
  /** Whether this service can change keys: it needs the private half of the root key for that. */
  isRootHere: boolean;
}

const SHORT = 12;

/** All keys that sign, or have signed. */
export function SigningKeysPanel({ keys, isRootHere }: SigningKeysPanelProps) {
  const [asked, setAsked] = useState<SigningKey>();
  return (
    <Panel title="Signing keys" lead="One signs. What earlier ones signed stays valid until they are revoked." flush>
      <Table horizontalSpacing={18} verticalSpacing={8} fz="sm" className={narrow.narrow}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th visibleFrom="sm">Since</Table.Th>
            <Table.Th visibleFrom="sm">Until</Table.Th>
            {isRootHere && (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.toReversed().map((key) => (
            <KeyRow key={key.kid} signingKey={key} onRevoke={isRootHere ? setAsked : undefined} />
          ))}
        </Table.Tbody>
      </Table>
      {asked && <RevokeSigningKey signingKey={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

interface KeyRowProps {
  signingKey: SigningKey;
  /** Left out where the service can't. */
  onRevoke?: (key: SigningKey) => void;
}

function KeyRow({ signingKey: key, onRevoke }: KeyRowProps) {
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <WithCopy text={key.kid} label={`Copy the name of ${key.kid.slice(0, SHORT)}…`}>
          <code title={key.kid}>{key.kid.slice(0, SHORT)}…</code>
        </WithCopy>
      </Table.Td>
      <Table.Td>
        <State signingKey={key} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={1000 * key.notBefore} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={key.notAfter === undefined ? undefined : 1000 * key.notAfter} never="it is replaced" />
      </Table.Td>
      {onRevoke && (
        <Table.Td ta="right">
          {!key.isRevoked && (
            <Only scopes={['signing:write']}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Revoke ${key.kid.slice(0, SHORT)}…`}
                onClick={() => onRevoke(key)}
              >
                Revoke
              </Button>
            </Only>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function State({ signingKey }: { signingKey: SigningKey }) {
  const { word, tone, why } = stateOf(signingKey);
  return (
    <Chip tone={tone} title={why}>
      {word}
    </Chip>
  );
}

function RevokeSigningKey({ signingKey: { kid, notAfter }, onClose }: { signingKey: SigningKey; onClose: () => void }) {
  const revoke = useSigningChange(
    () => answerOf(api.POST('/api/signing/revoke', { body: { kid } })),
    'The signing key is revoked.',
    onClose,
  );
  const typed = kid.slice(0, 8);
  return (
    <Confirm
      title="Revoke this signing key?"
      opened
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      confirm="Revoke permanently"
      isBusy={revoke.isPending}
      error={revoke.error}
      isDestructive
      typed={typed}
    >
      <p style={{ marginTop: 0 }}>
        Do this when it was stolen. <strong>Everything it ever signed becomes invalid</strong>, at each program’s next
        contact with the service:
      </p>
      <ul>
        <li>Programs without a network lose their last verdict, and ask again when they have one.</li>
        <li>Offline licenses that it signed no longer work: issue them again.</li>
        {notAfter === undefined && <li>A new signing key takes its place at once.</li>}
      </ul>
    </Confirm>
  );
}
