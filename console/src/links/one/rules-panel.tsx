import { Panel } from '../../page/panel';
import type { ShortLink } from '../link-cache';
import { conditionsInWords } from '../rule-words';
import classes from './one.module.css';

const shown = (url: string) => url.replace(/^https?:\/\//, '');

/** Where the link leads some visitors, in the order in which its rules are asked. */
export function RulesPanel({ link }: { link: ShortLink }) {
  const { rules, url } = link;
  if (rules === undefined) return null;
  return (
    <Panel title="Rules" aside="the first that matches">
      <ol className={classes.rules}>
        {rules.map((rule, index) => (
          // A rule has no name but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span>{conditionsInWords(rule).join(', ')}</span>
            <a href={rule.url}>{shown(rule.url)}</a>
          </li>
        ))}
        <li className={classes.otherwise}>
          <span className="quiet">Otherwise, the target</span>
          <a href={url}>{shown(url)}</a>
        </li>
      </ol>
    </Panel>
  );
}
