import { useEffect, useRef } from 'react';
import { Chip } from '../text/chip';
import { fromNow } from '../text/times';
import type { Entry, Group } from './entry';
import { Marked } from './marked';
import classes from './palette.module.css';

interface EntryListProps {
  groups: readonly Group[];
  /** Which of all entries is chosen. */
  at: number;
  onGo: (entry: Entry) => void;
  onActive: (index: number) => void;
}

export const optionId = (index: number) => `palette-${index}`;

/** What was found, in groups. */
export function EntryList({ groups, at, onGo, onActive }: EntryListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`#${optionId(at)}`);
    // With the first entry, what stands above it is seen too.
    if (at === 0 && list.current) list.current.scrollTop = 0;
    else chosen?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  let index = 0;
  return (
    <div ref={list} id="palette-entries" role="listbox" aria-label="Found" className={classes.entries}>
      {groups.map(({ title, count, isCut, entries }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={classes.group} aria-hidden>
            <span>{title}</span>
            <span>
              {count}
              {isCut && '+'}
            </span>
          </div>
          {entries.map((entry) => {
            const own = index++;
            return (
              <Option
                key={entry.id}
                entry={entry}
                id={optionId(own)}
                isChosen={own === at}
                onGo={() => onGo(entry)}
                onActive={() => own !== at && onActive(own)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  entry: Entry;
  id: string;
  isChosen: boolean;
  onGo: () => void;
  onActive: () => void;
}

function Option({ entry, id, isChosen, onGo, onActive }: OptionProps) {
  const { icon: Icon, label, labelParts = [], detail, detailParts = [], chip, seenAt, refusal } = entry;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={refusal !== undefined || undefined}
      className={classes.entry}
      data-more={Icon === undefined || undefined}
      onClick={onGo}
      onKeyDown={(event) => event.key === 'Enter' && onGo()}
      onMouseMove={onActive}
    >
      <span className={classes.icon}>{Icon && <Icon size={16} strokeWidth={1.8} />}</span>
      <span className={classes.words}>
        <b>
          <Marked text={label} parts={labelParts} />
        </b>{' '}
        {detail && (
          <small>
            <Marked text={detail} parts={detailParts} />
          </small>
        )}
      </span>{' '}
      {chip && (
        <Chip tone={chip.tone} title={chip.why}>
          {chip.word}
        </Chip>
      )}
      {seenAt !== undefined && seenAt > 0 && <small>{fromNow(seenAt)}</small>}
    </div>
  );
}
