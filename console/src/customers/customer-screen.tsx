import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { CustomerDto } from '../api/schema';
import { ChangesPanel } from '../audit/changes-panel';
import { NextStepForCustomer } from '../explain/next-step';
import { KeysPanel, useKeysOf } from '../keys/keys-panel';
import { MailList } from '../mail/mail-list';
import { Columns } from '../page/columns';
import { DropdownItem } from '../page/dropdown';
import { Empty } from '../page/empty';
import { Facts } from '../page/facts';
import { MetadataFacts } from '../page/metadata-facts';
import { Page } from '../page/page';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { MoreMenu } from '../page/more-menu';
import { PurchasesPanel } from '../sales/purchases-panel';
import { useSearchParams } from '../search-params';
import { useCan, useMe } from '../session/me';
import { Only, OnlyItem } from '../session/only';
import { Time } from '../text/time';
import { WithCopy } from '../text/with-copy';
import { EditCustomer } from './customer-form';
import { CustomerFigures } from './customer-figures';
import { customerQuery, languageName } from './customers';
import classes from './customers.module.css';
import { EraseCustomer } from './erase-customer';
import { UsagePanel } from './usage-panel';

const EDIT = ['customers:write', 'keys:support'];

/** One customer: who it is, the license keys and devices, and what was changed. */
export default function CustomerScreen() {
  const uid = useParams({ strict: false })['uid']!;
  const { data: customer, error } = useQuery(customerQuery(uid));
  const path = `/api/customers/${encodeURIComponent(uid)}`;
  return (
    <Page
      title={customer?.name ?? uid}
      lead={customer && <Who customer={customer} />}
      actions={customer !== undefined && <Actions uid={uid} customer={customer} />}
      requests={[
        { label: 'This customer', path },
        { label: 'The license keys', path: '/api/keys', query: { uid, limit: 100 } },
        { label: 'Everything known', path: `${path}/export` },
      ]}
    >
      <ReadProblem error={error} />
      {customer === undefined ? !error && <Waiting /> : <Parts uid={uid} customer={customer} />}
    </Page>
  );
}

function Who({ customer: { email, language, createdAt } }: { customer: CustomerDto }) {
  return (
    <span className={classes.who}>
      {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
      <span>
        {email === undefined ? 'Customer' : 'customer'} since <Time at={createdAt} as="day" />
      </span>
      {language !== undefined && <span>{languageName(language)}</span>}
    </span>
  );
}

function Parts({ uid, customer }: { uid: string; customer: CustomerDto | null }) {
  const maySeeKeys = useCan('keys:read');
  const maySeeLogs = useCan('logs:read');
  const maySeeSales = useCan('sales:read');
  return (
    <>
      {maySeeKeys && maySeeLogs && (
        <>
          <NextStepForCustomer uid={uid} />
          <WithFigures uid={uid} />
        </>
      )}
      <Columns
        main={
          <>
            {maySeeKeys && <Keys uid={uid} maySeeLogs={maySeeLogs} />}
            {maySeeSales && <PurchasesPanel uid={uid} />}
            {!maySeeKeys && customer === null && <Empty title="Nothing is known about this customer" />}
          </>
        }
        side={<Sides uid={uid} customer={customer} />}
      />
    </>
  );
}

const WithFigures = ({ uid }: { uid: string }) => <CustomerFigures uid={uid} keys={useKeysOf({ uid })} />;

function Keys({ uid, maySeeLogs }: { uid: string; maySeeLogs: boolean }) {
  const keys = useKeysOf({ uid });
  return (
    <>
      <KeysPanel keys={keys} by="product" actions={<CreateKey uid={uid} />} />
      {maySeeLogs && <UsagePanel uid={uid} keys={keys.rows} />}
    </>
  );
}

function CreateKey({ uid }: { uid: string }) {
  return (
    <Only scopes={['keys:write']}>
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => <Link to="/keys" search={{ uid, create: '1' }} {...props} />}
      >
        Create a key
      </Button>
    </Only>
  );
}

function Sides({ uid, customer }: { uid: string; customer: CustomerDto | null }) {
  const [maySeeAudit, maySeeMails, maySeeKeys] = [useCan('admin'), useCan('mail:read'), useCan('keys:read')];
  const { name, email, language, note, metadata } = customer ?? {};
  return (
    <>
      <Panel title="Details">
        {customer === null && (maySeeKeys ? <WithoutRecord uid={uid} /> : <p className="quiet">{NO_RECORD}</p>)}
        <Facts
          facts={{
            Name: name,
            Email: email,
            'Customer ID': (
              <WithCopy text={uid} label="Copy the customer ID">
                <span className="code">{uid}</span>
              </WithCopy>
            ),
            Language: language && languageName(language),
          }}
        />
        <MetadataFacts metadata={metadata} />
      </Panel>
      {customer !== null && (
        <Panel title="Note" lead="Only colleagues see it">
          <p className={note === undefined ? 'quiet' : classes.note}>{note ?? 'None.'}</p>
        </Panel>
      )}
      {maySeeMails && (
        <Panel title="Emails">
          <MailList filter={{ customer: uid }} none="No emails so far." />
        </Panel>
      )}
      {maySeeAudit && customer !== null && <ChangesPanel targetType="customer" targetId={customer.id} />}
    </>
  );
}

const NO_RECORD = 'This customer has no record yet. Edit it to add a name.';

/** An address with a typing error leads here too: then no license key names the customer either. */
function WithoutRecord({ uid }: { uid: string }) {
  const { rows } = useKeysOf({ uid });
  return (
    <p className="quiet">
      {rows.length > 0 ? 'Only license keys name this customer. Edit it to add a name.' : NO_RECORD}
    </p>
  );
}

function Actions({ uid, customer }: { uid: string; customer: CustomerDto | null }) {
  const [search, change] = useSearchParams();
  const mayMove = useCan('customers:write');
  const mayEdit = useCan(...EDIT);
  const [maySeeKeys, maySeeLogs] = [useCan('keys:read'), useCan('logs:read')];
  const { portalUrl } = useMe();
  const mayErase = useCan('keys:write') && mayMove;
  return (
    <>
      <Only scopes={EDIT}>
        <Button variant="default" onClick={() => change({ change: '1' })}>
          Edit
        </Button>
      </Only>
      <MoreMenu of="this customer">
        {customer && maySeeKeys && portalUrl !== undefined && (
          <DropdownItem href={`/api/customers/${encodeURIComponent(uid)}/portal`}>What the customer sees</DropdownItem>
        )}
        {maySeeKeys && maySeeLogs && (
          <DropdownItem href={`/api/customers/${encodeURIComponent(uid)}/export`}>Export everything known</DropdownItem>
        )}
        <OnlyItem
          scopes={mayMove ? ['keys:write'] : ['customers:write']}
          isDestructive
          onClick={() => change({ erase: '1' })}
        >
          Erase person…
        </OnlyItem>
      </MoreMenu>
      {mayEdit && search['change'] !== undefined && (
        <EditCustomer uid={uid} customer={customer} mayMove={mayMove} onClose={() => change({ change: undefined })} />
      )}
      {mayErase && search['erase'] !== undefined && (
        <EraseCustomer uid={uid} name={customer?.name} onClose={() => change({ erase: undefined })} />
      )}
    </>
  );
}
