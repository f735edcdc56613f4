import { Link } from '@tanstack/react-router';
import { Page } from './page';

/** For an address that leads nowhere, and for those who may see nothing. */
export function NothingHere() {
  return (
    <Page title="Nothing here">
      <p>
        There is no screen here, or none that you may see. <Link to="/">Go to the start page</Link>
      </p>
    </Page>
  );
}
