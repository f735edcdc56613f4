import type { FocusEvent, MouseEvent, ReactNode } from 'react';
import type { LicenseKeyDto, PlanDto } from '../../api/schema';
import { CustomerLink } from '../../customers/customer-link';
import { Panel } from '../../page/panel';
import { usePlanOf } from '../../plans/use-planned';
import { hideExact, showExact } from '../../text/exact-time';
import { grouped } from '../../text/numbers';
import { Time } from '../../text/time';
import { valueInWords } from '../change-in-words';
import { type Field, FIELDS } from '../fields';
import { leaseInWords } from '../lease-input';
import { useDevices } from './devices';
import { ProductLink } from './key-lead';
import { useFieldForm } from './use-field-form';
import classes from './details.module.css';

/** Those that have a place of their own on the screen. */
const ELSEWHERE: readonly Field['name'][] = ['disabled', 'note', 'metadata'];
/** How they are called for, from what is asked most. */
const ORDER: readonly Field['name'][] = ['uid', 'pid', 'expiresAt', 'seats', 'leaseSeconds', 'ip', 'locked', 'status'];
const rank = ({ name }: Field) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
const SHOWN = FIELDS.filter(({ name }) => !ELSEWHERE.includes(name)).toSorted((a, b) => rank(a) - rank(b));

/** The fields of a license key, changed where they stand. */
export function DetailsPanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { id, seats, leaseSeconds, lastSeen } = licenseKey;
  const { firstUsed } = useDevices(licenseKey);
  // Without seats, a lease has no effect.
  const fields = SHOWN.filter(({ name }) => name !== 'leaseSeconds' || (seats ?? leaseSeconds) !== undefined);
  return (
    <Panel title="Details">
      <dl className={classes.details}>
        {fields.map((field) => (
          <FieldFact key={field.name} field={field} licenseKey={licenseKey} />
        ))}
        {licenseKey.test && (
          <Fact label="Test key" meaning="Its checks need an API key with the scope check:test. It stays a test key.">
            yes
          </Fact>
        )}
        {firstUsed !== undefined && (
          <Fact label="First used" meaning="When a listed device first passed a check.">
            <Time at={firstUsed} capital />
          </Fact>
        )}
        <Fact label="Last check" meaning="When the key was last checked, whatever the verdict.">
          <Time at={lastSeen} as="seconds" capital />
        </Fact>
        <Fact label="Record" meaning="Its ID in the database; programs may name the key by it.">
          {id}
        </Fact>
      </dl>
    </Panel>
  );
}

function FieldFact({ field, licenseKey }: { field: Field; licenseKey: LicenseKeyDto }) {
  const { form, pencil } = useFieldForm(field, licenseKey);
  if (form) {
    return (
      <div className={classes.editor}>
        <dt hidden>{field.label}</dt>
        <dd>{form}</dd>
      </div>
    );
  }
  return (
    <Fact label={field.label} meaning={field.meaning} edit={pencil}>
      <Value field={field} licenseKey={licenseKey} />
    </Fact>
  );
}

/** A field as people say it, with what they would ask next. */
function Value({ field, licenseKey }: { field: Field; licenseKey: LicenseKeyDto }) {
  const plan = usePlanOf(licenseKey);
  const { shownAs } = field;
  const planned = plan && shownAs in plan ? plan[shownAs as keyof PlanDto] : undefined;
  if (planned !== undefined && licenseKey[shownAs] === undefined && FROM_PLAN.has(shownAs))
    return (
      <>
        <OwnValue field={field} licenseKey={{ ...licenseKey, [shownAs]: planned }} />{' '}
        <span className={classes.after}>from the plan</span>
      </>
    );
  if (licenseKey.plan === undefined && licenseKey[shownAs] === undefined && ONLY_PLANNED.has(shownAs)) return 'none';
  return <OwnValue field={field} licenseKey={licenseKey} />;
}

/** "As the plan says", where there is one. */
const ONLY_PLANNED: ReadonlySet<string> = new Set(['graceDays', 'entitlements', 'meters']);
/** What a license key takes from its plan while it has none of its own. */
const FROM_PLAN: ReadonlySet<string> = new Set(['seats', 'leaseSeconds', 'graceDays', 'entitlements']);

function OwnValue({ field: { name, shownAs }, licenseKey }: { field: Field; licenseKey: LicenseKeyDto }) {
  const { uuid, product, expiresAt, seats, leaseSeconds, locked } = licenseKey;
  if (name === 'uid') return <CustomerLink uid={uuid} />;
  if (name === 'pid') return <ProductLink pid={product} />;
  if (name === 'expiresAt' && expiresAt !== undefined)
    return (
      <>
        <Time at={expiresAt} as="day" />{' '}
        <span className={classes.after}>
          <Time at={expiresAt} as="relative" tabIndex={-1} />
        </span>
      </>
    );
  if (name === 'seats' && seats !== undefined) return grouped(seats);
  if (name === 'expiresAt' && licenseKey.starts === 'firstCheck') return 'begins with the first check';
  if (name === 'locked') return locked ? 'on' : 'off';
  const lease = name === 'leaseSeconds' ? leaseInWords(leaseSeconds) : undefined;
  return lease ?? valueInWords(name, licenseKey[shownAs]);
}

interface FactProps {
  label: string;
  /** Shown beside it while it is pointed at, or has the focus. */
  meaning: string;
  edit?: ReactNode;
  children: ReactNode;
}

function Fact({ label, meaning, edit, children }: FactProps) {
  const help = ({ currentTarget }: MouseEvent<HTMLElement> | FocusEvent<HTMLElement>) =>
    showExact(currentTarget, meaning);
  return (
    <div className={classes.fact} data-may-change={edit !== undefined || undefined}>
      <dt onMouseEnter={help} onMouseLeave={hideExact} onClick={help}>
        {label}
      </dt>
      <dd onFocus={edit === undefined ? undefined : help} onBlur={hideExact}>
        <span>{children}</span>
        {edit}
      </dd>
    </div>
  );
}
