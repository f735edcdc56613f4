import type { ReactNode } from 'react';
import classes from './figure-row.module.css';

export interface NamedFigure {
  name: string;
  /** Undefined until it is known. */
  value: ReactNode;
  /** In a few words beside it. */
  more?: ReactNode;
}

/** Up to four figures that one comes to a screen for, above all else there is on it. */
export function FigureRow({ figures }: { figures: readonly NamedFigure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value ?? '–'}</b>
            {value !== undefined && more !== undefined && <span className="quiet">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
