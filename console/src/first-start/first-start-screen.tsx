import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keyQuery } from '../keys/one/key-query';
import { Page } from '../page/page';
import { firstOf, useSearchParams } from '../search-params';
import { CheckStep } from './check-step';
import { useOtherChecks } from './checks';
import classes from './first-start.module.css';
import { KeyStep } from './key-step';
import { ProductStep } from './product-step';
import { ProgramStep } from './program-step';
import { skipFirstStart } from './skipped';

const WHOLE = /^\d{1,10}$/;
const numberIn = (text: string | undefined) => (text !== undefined && WHOLE.test(text) ? Number(text) : undefined);

/** From nothing to a verdict on one page, and on to the lines for one's own program. How far one came stands in the address. */
export default function FirstStartScreen() {
  const [search, change] = useSearchParams();
  const navigate = useNavigate();
  const pid = numberIn(firstOf(search['pid']));
  const id = numberIn(firstOf(search['key']));
  const { data: licenseKey } = useQuery({ ...keyQuery(String(id)), enabled: id !== undefined });
  const others = useOtherChecks(pid);
  const [isAsked, setAsked] = useState(false);
  const hasPassed = isAsked || (licenseKey?.lastSeen ?? 0) > 0;
  return (
    <Page
      title="Your first license check"
      lead="Name a product, create a key, check it: all on this page. You can change everything later."
      actions={
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            skipFirstStart();
            void navigate({ to: '/' });
          }}
        >
          {hasPassed ? 'Go to the overview' : 'Skip'}
        </Button>
      }
    >
      <ol className={classes.steps}>
        <ProductStep pid={pid} onProduct={(named) => change({ pid: String(named) })} />
        <KeyStep pid={pid} licenseKey={licenseKey} onCreated={(created) => change({ key: String(created) })} />
        <CheckStep key={id} licenseKey={licenseKey} others={others} onPassed={() => setAsked(true)} />
        <ProgramStep pid={pid} others={others} isNow={hasPassed} />
      </ol>
      <p className={classes.next}>
        Next: <Link to="/transfer">import keys you have already sold</Link>
      </p>
    </Page>
  );
}
