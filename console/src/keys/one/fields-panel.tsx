import { ActionIcon } from '@mantine/core';
import { PencilIcon } from '../../theme/icons';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { LicenseKeyDto } from '../../api/schema';
import { CustomerLink } from '../../customers/customer-link';
import { ProductName } from '../../products/product-name';
import { Panel } from '../../page/panel';
import { Only } from '../../session/only';
import { Time } from '../../text/time';
import { valueInWords } from '../change-in-words';
import { type Field, FIELDS } from '../fields';
import { FieldEditor } from './field-editor';
import classes from './fields.module.css';

interface FieldsPanelProps {
  licenseKey: LicenseKeyDto;
  /** The id under which the screen shows it. */
  shownAs: string;
}

/** The fields of a license key with what they mean, changed where they stand. */
export function FieldsPanel({ licenseKey, shownAs }: FieldsPanelProps) {
  const { id, lastSeen } = licenseKey;
  return (
    <Panel title="The key">
      <dl className={classes.fields}>
        {FIELDS.map((field) => (
          <EditableFact key={field.name} field={field} licenseKey={licenseKey} shownAs={shownAs} />
        ))}
        <Fact label="Last check" meaning="When the key was last checked, whatever the verdict.">
          <Time at={lastSeen} as="seconds" />
        </Fact>
        <Fact label="Record" meaning="Its id in the database.">
          {id}
        </Fact>
      </dl>
    </Panel>
  );
}

interface FactProps {
  label: string;
  meaning: string;
  edit?: React.ReactNode;
  children: React.ReactNode;
}

function Fact({ label, meaning, edit, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        <div className={classes.value}>
          <span>{children}</span>
          {edit}
        </div>
        <small>{meaning}</small>
      </dd>
    </div>
  );
}

function EditableFact({ field, licenseKey, shownAs }: FieldsPanelProps & { field: Field }) {
  const [editing, setEditing] = useState(false);
  if (editing)
    return <FieldEditor field={field} licenseKey={licenseKey} shownAs={shownAs} onEnd={() => setEditing(false)} />;
  const edit = (
    <Only scopes={['keys:write', ...field.changedBy]}>
      <ActionIcon size="sm" aria-label={`Change ${field.label}`} onClick={() => setEditing(true)}>
        <PencilIcon size={15} />
      </ActionIcon>
    </Only>
  );
  return (
    <Fact label={field.label} meaning={field.meaning} edit={edit}>
      <Shown field={field} licenseKey={licenseKey} />
    </Fact>
  );
}

function Shown({ field: { name, shownAs, kind }, licenseKey }: { field: Field; licenseKey: LicenseKeyDto }) {
  const value = licenseKey[shownAs];
  if (name === 'uid') return <CustomerLink uid={licenseKey.uuid} />;
  if (name === 'pid')
    return (
      <Link to="/keys" search={{ pid: String(licenseKey.product) }}>
        <ProductName pid={licenseKey.product} />
      </Link>
    );
  return kind === 'time' ? <Time at={value as number | undefined} /> : valueInWords(name, value);
}
