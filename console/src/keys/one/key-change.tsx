import type { LicenseKeyDto, UseDto } from '../../api/schema';
import { ACTIONS } from '../../audit/audit-records';
import type { Change } from '../../audit/changes-panel';
import { grouped } from '../../text/numbers';
import { dayName } from '../../text/times';
import { type Difference, differences } from '../change-in-words';

/** What a flag says, off and on. */
const FLAGS = {
  disabled: ['enabled', 'disabled'],
  status: ['not active', 'active'],
  locked: ['node lock off', 'node lock on'],
} as const;
const isFlag = (field: Difference['field']): field is keyof typeof FLAGS => field in FLAGS;

/** Too long to be told in a line. */
const TEXTS: ReadonlySet<Difference['field']> = new Set(['note', 'metadata']);

/** A change of a license key in words: "Disabled → enabled", "Renewed: 14 Mar 2026 → 14 Mar 2027". */
export function KeyChange({ record: { action, before, after } }: { record: Change }) {
  if (action === 'release') return <div>Devices released</div>;
  if (action === 'withdraw') return <div>{withdrawnIn(after)}</div>;
  if (!before || !after) return <div>{ACTIONS[action] ?? action}</div>;
  // The API says no more of them than that they are objects; of license keys they hold its fields.
  const [was, is] = [before, after] as unknown as [LicenseKeyDto, LicenseKeyDto];
  if (was.key !== is.key) return <div>Key value replaced</div>;
  const changes = differences(was, is);
  if (changes.length === 0) return <div>{ACTIONS[action] ?? action}</div>;
  return changes.map((change) => (
    <div key={change.field}>
      <Changed change={change} was={was} is={is} />
    </div>
  ));
}

/** "A use taken back: 3 exports". */
function withdrawnIn(after: Change['after']): string {
  const { use } = after as unknown as { use: UseDto };
  return `A use taken back: ${grouped(use.amount)} ${use.meter}`;
}

function Changed({ change, was, is }: { change: Difference; was: LicenseKeyDto; is: LicenseKeyDto }) {
  const { field, name, before, after } = change;
  if (isFlag(field)) {
    const words = FLAGS[field];
    return <FromTo from={capital(words[Number(was[field])])} to={words[Number(is[field])]} />;
  }
  if (TEXTS.has(field)) return <>{name} changed</>;
  if (field !== 'expiresAt') return <FromTo title={name} from={before} to={after} />;
  const isLater = (is.expiresAt ?? Infinity) > (was.expiresAt ?? Infinity);
  return <FromTo title={isLater ? 'Extended' : 'Expires'} from={endOf(was)} to={endOf(is)} />;
}

const endOf = ({ expiresAt }: LicenseKeyDto) => (expiresAt === undefined ? 'never' : dayName(expiresAt));
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function FromTo({ title, from, to }: { title?: string; from: string; to: string }) {
  return (
    <>
      {title !== undefined && `${title}: `}
      <del className="quiet">{from}</del> → <strong>{to}</strong>
    </>
  );
}
