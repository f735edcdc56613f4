import type { EventDto } from '../api/schema';
import { useCan } from '../session/me';
import { RowLink } from '../table/row-link';
import { subjectOf } from './subject';

/** Leads to what an event is about, for those who may see it. */
export function SubjectLink({ event, tabIndex = 0 }: { event: EventDto; tabIndex?: number }) {
  const subject = subjectOf(event);
  const maySee = useCan(...(subject?.scopes ?? []));
  if (!subject) return null;
  const name = <span title={subject.name}>{subject.name}</span>;
  if (subject.to === undefined || !maySee) return name;
  return (
    <RowLink to={subject.to} tabIndex={tabIndex}>
      {name}
    </RowLink>
  );
}
