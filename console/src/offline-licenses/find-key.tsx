import { Button, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { LicenseKeyDto } from '../api/schema';
import { KeyState } from '../keys/key-state';
import { Empty } from '../page/empty';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { foundKeysQuery } from './found-keys';
import { readRequestCode } from './request-code';
import classes from './offline-licenses.module.css';

/** The first step: whose license key is it? `onRequest` takes the request code that was pasted instead. */
export function FindKey({ onRequest }: { onRequest: (code: string) => void }) {
  const [search, change] = useSearchParams();
  const sought = firstOf(search['find']) ?? '';
  const [{ text, of }, setTyped] = useState({ text: sought, of: sought });
  // Going back leads to what was sought before.
  if (of !== sought) setTyped({ text: sought, of: sought });
  const mayRead = useCan('keys:read');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    const code = readRequestCode(typed);
    if (code) onRequest(typed);
    const key = code?.key ?? (mayRead ? undefined : typed);
    if (typed !== '') change({ find: key === undefined ? typed : undefined, key }, { replace: false });
  };
  return (
    <>
      <Panel title="Whose license key is it?">
        <form onSubmit={onSubmit} className={classes.find} role="search">
          <TextInput
            label={
              mayRead ? 'License key, record ID, customer, or request code' : 'License key, record ID, or request code'
            }
            description={mayRead && 'The beginning of a key or of a customer’s ID is enough; it is case-sensitive.'}
            value={text}
            onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, of: sought })}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">{mayRead ? 'Find' : 'Continue'}</Button>
        </form>
      </Panel>
      {sought === '' || !mayRead ? (
        <Empty title="Begin with the license key">
          An offline license is issued for one license key. A program that has it runs without a network until the
          license expires.
        </Empty>
      ) : (
        <FoundKeys sought={sought} />
      )}
    </>
  );
}

function FoundKeys({ sought }: { sought: string }) {
  const { data, error } = useQuery(foundKeysQuery(sought));
  if (error) return <ProblemAlert error={error} />;
  if (!data) return <Waiting label="Searching" />;
  if (data.length === 0) return <Empty title="No license key found">Check the spelling: it is case-sensitive.</Empty>;
  return (
    <Panel title="Which of these?" flush>
      <Table horizontalSpacing={18} verticalSpacing={8} fz="sm" className={classes.wide}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Key</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Customer</Table.Th>
            <Table.Th>Product</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((licenseKey) => (
            <FoundKey key={licenseKey.id} licenseKey={licenseKey} />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function FoundKey({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { id, key, uuid, product } = licenseKey;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/offline-licenses" search={{ key: String(id) }} className="code">
          {key}
        </Link>
      </Table.Td>
      <Table.Td>
        <KeyState licenseKey={licenseKey} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{uuid}</Table.Td>
      <Table.Td>{product}</Table.Td>
    </Table.Tr>
  );
}
