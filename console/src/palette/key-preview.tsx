import { useQuery } from '@tanstack/react-query';
import type { LicenseKeyDto } from '../api/schema';
import { useCustomerName } from '../customers/customer-names';
import { useMayExplain } from '../explain/use-may-explain';
import { nameOfProduct, useProducts } from '../products/products';
import { useCan } from '../session/me';
import { Time } from '../text/time';
import { ListIcon } from '../theme/icons';
import { keyUsageQuery } from '../usage/use-usage';
import { KeySeats } from './key-seats';
import classes from './palette.module.css';
import type { PreviewProps } from './preview';
import { Act, Acts, CopyAct, Fact, Head, Mini } from './preview-parts';
import { StepActs, useRefusalIn, WhyRefused } from './why-refused';

interface KeyPreviewProps extends PreviewProps {
  licenseKey: LicenseKeyDto;
  /** The name of the device by which it was found. */
  device?: string;
  /** Notes by which it was found. */
  notes?: readonly string[];
}

/** A license key: whose it is, what is refused and why, what can be done, and how it stands. */
export function KeyPreview({ entry, licenseKey, device, notes = [], onGo, onRelease }: KeyPreviewProps) {
  const { id, key, uuid, product, expiresAt, lastSeen, ip } = licenseKey;
  const name = useCustomerName(uuid);
  const products = useProducts();
  const { data: usage } = useQuery({ ...keyUsageQuery(id), enabled: useMayExplain() });
  const { explained } = useRefusalIn(usage);
  const maySeeLogs = useCan('logs:read');
  const of = nameOfProduct(products, product);
  return (
    <>
      <Head title={device ?? name} below={device === undefined ? of : `${of} · ${name}`} />
      {explained && <WhyRefused explained={explained} />}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <Acts>
        <Act isFirst label="Open key" onClick={() => onGo(entry)} />
        {explained && <StepActs explained={explained} onRelease={onRelease} />}
        <CopyAct label="Copy key" text={key} />
        {maySeeLogs && (
          <Act
            label="Show all checks"
            icon={ListIcon}
            onClick={() => onGo({ ...entry, deed: { to: '/live', search: { key: String(id) } } })}
          />
        )}
      </Acts>
      <Mini>
        <Fact name="State">
          <KeySeats licenseKey={licenseKey} />
        </Fact>
        <Fact name="Expires">
          <Time at={expiresAt} as="day" tabIndex={-1} />
        </Fact>
        <Fact name="Address">{ip === '' ? 'any' : ip}</Fact>
        <Fact name="Last check">
          <Time at={lastSeen} as="relative" tabIndex={-1} />
        </Fact>
      </Mini>
    </>
  );
}
