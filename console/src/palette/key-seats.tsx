import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LicenseKeyDto } from '../api/schema';
import { stateOf } from '../keys/key-state';
import { SeatDots } from '../keys/seat-dots';
import { grouped } from '../text/numbers';
import { devicesQuery, takenSeats } from './found-keys';

/** How a key stands, in a word or in dots: its seats while it is valid and has some. */
export function KeySeats({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { id, seats } = licenseKey;
  const { word, tone } = stateOf(licenseKey);
  const isCounted = tone === 'good' && seats !== undefined;
  const { data: devices } = useQuery({ ...devicesQuery(id), enabled: isCounted });
  if (!isCounted) return <span className="quiet">{word.toLowerCase()}</span>;
  if (devices === undefined) return null;
  const taken = takenSeats(devices);
  const words = `${grouped(taken)} of ${grouped(seats)} seats taken`;
  return (
    <>
      <SeatDots seats={seats} taken={taken} />
      {seats > 10 ? words : <VisuallyHidden>{words}</VisuallyHidden>}
    </>
  );
}
