import { useQuery } from '@tanstack/react-query';
import { languageName } from '../customers/customers';
import { useMayExplain } from '../explain/use-may-explain';
import { useKeysOf } from '../keys/keys-panel';
import { ProductName } from '../products/product-name';
import { useCan } from '../session/me';
import { Time } from '../text/time';
import { ListIcon } from '../theme/icons';
import { customerUsageQuery } from '../usage/use-usage';
import { KeySeats } from './key-seats';
import type { KnownCustomer } from './entry';
import type { PreviewProps } from './preview';
import { Act, Acts, CopyAct, Fact, Head, Mini } from './preview-parts';
import { StepActs, useRefusalIn, WhyRefused } from './why-refused';

/** Keys that are told of; the customer's screen has all. */
const SHOWN = 5;

/** A customer: what is refused and why, what can be done, and how her keys stand. */
export function CustomerPreview({ entry, customer, onGo, onRelease }: PreviewProps & { customer: KnownCustomer }) {
  const { uid, name = uid, email, language, createdAt } = customer;
  const { data: usage } = useQuery({ ...customerUsageQuery(uid), enabled: useMayExplain() });
  const { explained } = useRefusalIn(usage);
  const maySeeLogs = useCan('logs:read');
  return (
    <>
      <Head
        title={name}
        initials={initialsOf(name)}
        below={
          createdAt === undefined ? (
            'Known by license keys only'
          ) : (
            <>
              Customer since <Time at={createdAt} as="day" tabIndex={-1} />
              {language !== undefined && ` · ${languageName(language)}`}
            </>
          )
        }
      />
      {explained && <WhyRefused explained={explained} />}
      <Acts>
        <Act isFirst label="Open customer" onClick={() => onGo(entry)} />
        {explained && <StepActs explained={explained} onRelease={onRelease} />}
        {email !== undefined && <CopyAct label="Copy email" text={email} />}
        {maySeeLogs && (
          <Act
            label="Show all checks"
            icon={ListIcon}
            onClick={() => onGo({ ...entry, deed: { to: '/live', search: { uid } } })}
          />
        )}
      </Acts>
      <Keys uid={uid} />
    </>
  );
}

function Keys({ uid }: { uid: string }) {
  const maySee = useCan('keys:read');
  return maySee ? <KeyFacts uid={uid} /> : null;
}

function KeyFacts({ uid }: { uid: string }) {
  const { rows } = useKeysOf({ uid });
  if (rows.length === 0) return null;
  const lastSeen = Math.max(...rows.map((key) => key.lastSeen));
  return (
    <Mini>
      {rows.slice(0, SHOWN).map((key) => (
        <Fact key={key.id} name={<ProductName pid={key.product} />}>
          <KeySeats licenseKey={key} />
        </Fact>
      ))}
      <Fact name="Last check">
        <Time at={lastSeen} as="relative" tabIndex={-1} />
      </Fact>
    </Mini>
  );
}

/** `AT` of Anna Tanaka. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)!] : words;
  return chosen.map((word) => /\p{L}/u.exec(word)![0].toUpperCase()).join('');
}
