import { Button, Checkbox, Table } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import type { MailKindDto } from '../api/schema';
import { Page } from '../page/page';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import narrow from '../table/narrow-table.module.css';
import { counted } from '../text/numbers';
import classes from './mail.module.css';
import { MailList } from './mail-list';
import { KIND_WORDS, kindsQuery, WRITE } from './mails';
import { TestMail } from './test-mail';

/** Which emails customers get, what they say, and which have failed. */
export default function MailScreen() {
  const [search, change] = useSearchParams();
  const mayTest = useCan(...WRITE);
  const { data: kinds, error } = useQuery(kindsQuery);
  return (
    <Page
      title="Mail"
      lead="What customers are sent, and what became of it."
      requests={[
        { label: 'The kinds of emails', path: '/api/mail/kinds' },
        { label: 'Failed emails', path: '/api/mails', query: { state: 'failed', limit: 100 } },
      ]}
      actions={
        <Only scopes={WRITE}>
          <Button variant="default" onClick={() => change({ test: '1' })}>
            Send a test
          </Button>
        </Only>
      }
    >
      <div className={classes.parts}>
        <Panel title="Failed emails">
          <MailList filter={{ state: 'failed' }} none="None has failed." />
        </Panel>
        <Panel title="What is sent" flush={kinds !== undefined}>
          <ReadProblem error={error} />
          {!kinds && !error && <Waiting />}
          {kinds && <Kinds kinds={kinds} />}
        </Panel>
      </div>
      {mayTest && search['test'] !== undefined && <TestMail onClose={() => change({ test: undefined })} />}
    </Page>
  );
}

function Kinds({ kinds }: { kinds: readonly MailKindDto[] }) {
  return (
    <Table horizontalSpacing={18} fz="sm" className={narrow.narrow}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Mail</Table.Th>
          <Table.Th visibleFrom="sm">When</Table.Th>
          <Table.Th>Sent</Table.Th>
          <Table.Th>What it says</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map((kind) => (
          <Table.Tr key={kind.kind}>
            <Table.Td>{KIND_WORDS[kind.kind].name}</Table.Td>
            <Table.Td visibleFrom="sm">{KIND_WORDS[kind.kind].when}</Table.Td>
            <Table.Td>{kind.canBeSwitched ? <KindSwitch kind={kind} /> : 'Always'}</Table.Td>
            <Table.Td>
              <Link
                to="/mail/$kind"
                params={{ kind: kind.kind }}
                aria-label={`Text and preview of ${KIND_WORDS[kind.kind].name}`}
              >
                Text and preview
              </Link>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function KindSwitch({ kind: { kind, isOn, exceptions } }: { kind: MailKindDto }) {
  const cache = useQueryClient();
  const toggle = useMutation({
    mutationFn: (on: boolean) =>
      answerOf(api.PUT('/api/mail/kinds/{kind}', { params: { path: { kind } }, body: { isOn: on, exceptions } })),
    onSettled: () => cache.invalidateQueries({ queryKey: kindsQuery.queryKey }),
  });
  return (
    <>
      <Only scopes={WRITE}>
        <Checkbox
          size="xs"
          aria-label={`Send: ${KIND_WORDS[kind].name}`}
          checked={isOn}
          disabled={toggle.isPending}
          onChange={(event) => toggle.mutate(event.currentTarget.checked)}
        />
      </Only>
      {exceptions.length > 0 && <span className="quiet">except for {counted(exceptions.length, 'product')}</span>}
      <ProblemAlert error={toggle.error} />
    </>
  );
}
