import { useQuery } from '@tanstack/react-query';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { KeySetPanel } from './key-set-panel';
import { RootPanel } from './root-panel';
import { SetUp } from './set-up';
import { SigningKeysPanel } from './signing-keys-panel';
import { signingQuery, type SigningStatus } from './signing';
import classes from './signing.module.css';

const REQUESTS = [
  { label: 'Signing status', path: '/api/signing' },
  { label: 'The latest key set, as programs read it', path: '/.well-known/keylink/keys' },
];

/** The keys that sign verdicts and offline licenses. */
export default function SigningScreen() {
  const { data, error } = useQuery(signingQuery);
  return (
    <Page
      title="Signing"
      lead="Signed answers can’t be forged on their way, and programs can rely on them without a network."
      requests={REQUESTS}
    >
      <ReadProblem error={error} />
      {!data && !error && <Waiting />}
      {data && (data.issuer === undefined ? <SetUp /> : <Standing status={data} />)}
    </Page>
  );
}

function Standing({ status }: { status: SigningStatus }) {
  return (
    <div className={classes.screen}>
      {status.problem !== undefined && (
        <div className={classes.warning} role="alert">
          <p>
            <strong>Nothing is signed.</strong> {status.problem}
          </p>
        </div>
      )}
      <KeySetPanel status={status} />
      {status.root && <RootPanel root={status.root} />}
      <SigningKeysPanel keys={status.keys ?? []} isRootHere={status.root?.isExported === false} />
    </div>
  );
}
