import { Fragment } from 'react';
import type { Part } from './matching';
import classes from './palette.module.css';

/** A text with its parts that were searched for marked. @param parts in their order, none within another */
export function Marked({ text, parts }: { text: string; parts: readonly Part[] }) {
  return (
    <>
      {parts.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(index === 0 ? 0 : parts[index - 1].to, from)}
          <mark className={classes.mark}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(parts.at(-1)?.to ?? 0)}
    </>
  );
}
