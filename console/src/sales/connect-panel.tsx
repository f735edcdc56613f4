import type { SourceDto } from '../api/schema';
import { Facts } from '../page/facts';
import { GuideLink } from '../page/guide-link';
import { Panel } from '../page/panel';
import { CodeBlock } from '../text/code-block';
import { counted } from '../text/numbers';
import { Time } from '../text/time';
import { WithCopy } from '../text/with-copy';
import classes from './sales.module.css';
import { SHOPS } from './shop-words';

const addressOf = ({ path }: SourceDto) => `${location.origin}${path}`;

/** What to enter at a shop that nothing has come from yet. */
export function ConnectPanel({ source }: { source: SourceDto }) {
  const { connect, guide } = SHOPS[source.type];
  return (
    <Panel title="Connect it">
      <p className={classes.connect}>{connect}</p>
      <CodeBlock label="The address to enter there" code={addressOf(source)} />
      <p className="quiet">
        Then buy something in its test mode: it appears below. <GuideLink to={guide}>The guide</GuideLink> has every
        step.
      </p>
    </Panel>
  );
}

export function ShopDetails({ source }: { source: SourceDto }) {
  const { type, secretCount, hasApiToken, apiUrl, receivedAt, reconciledUntil, failingSince, createdAt } = source;
  const { secret, token, guide } = SHOPS[type];
  return (
    <Panel title="Details">
      <Facts
        facts={{
          Shop: (
            <>
              {SHOPS[type].name}, <GuideLink to={guide}>its guide</GuideLink>
            </>
          ),
          Address: (
            <WithCopy text={addressOf(source)} label="Copy the address">
              <span className="code">{source.path}</span>
            </WithCopy>
          ),
          Secret: secret && (secretCount === 0 ? 'none' : secretCount === 1 ? 'set' : counted(secretCount, 'secret')),
          'Token for its API': token && (hasApiToken ? 'set' : 'none'),
          'API address': apiUrl,
          'Last message': <Time at={receivedAt} capital never="none yet" />,
          'Asked up to': reconciledUntil && <Time at={reconciledUntil} capital />,
          'Failing since': failingSince && <Time at={failingSince} capital />,
          Created: <Time at={createdAt} capital />,
        }}
      />
    </Panel>
  );
}
