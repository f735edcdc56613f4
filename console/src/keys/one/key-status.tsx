import type { LicenseKeyDto } from '../../api/schema';
import { Chip } from '../../text/chip';
import { grouped } from '../../text/numbers';
import { CircleAlertIcon } from '../../theme/screen-icons';
import { stateOf } from '../key-state';
import { useDevices } from './devices';

/** The state of a license key in words, its seats included: the next new device would be refused. */
export function KeyStatus({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { taken } = useDevices(licenseKey);
  const { word, tone, why } = stateOf(licenseKey);
  const { seats } = licenseKey;
  const isFull = tone === 'good' && seats !== undefined && taken >= seats;
  return (
    <Chip tone={isFull ? 'warn' : tone} title={isFull ? 'Another device would be refused with NO SEAT.' : why}>
      {(isFull || tone !== 'good') && <CircleAlertIcon size={13} style={{ marginRight: 4 }} />}
      {isFull ? `${word}, ${seatsInWords(seats)} taken` : word}
    </Chip>
  );
}

function seatsInWords(seats: number): string {
  if (seats === 1) return 'its seat';
  return seats === 2 ? 'both seats' : `all ${grouped(seats)} seats`;
}
