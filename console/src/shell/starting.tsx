import { Waiting } from '../page/waiting';
import { BusyBanner } from './busy-banner';

/** In place of everything, while it is still asked who is signed in. */
export function Starting() {
  return (
    <>
      <BusyBanner />
      <p style={{ padding: '0 28px' }}>
        <Waiting />
      </p>
    </>
  );
}
