import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../page/dialog';
import { answerOf, api, type Tagged } from '../api/client';
import { ApiProblem } from '../api/problem';
import type { AuditRecord } from '../audit/audit-records';
import { differencesOf } from '../audit/differences-of';
import { type FieldValue, inWords } from '../keys/change-in-words';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { useCan } from '../session/me';
import { Time } from '../text/time';
import classes from './changed-meanwhile.module.css';
import type { FormField } from './described-field';
import { OnceButton } from './once-button';

/** A field as a form changes it. */
export interface ComparedField extends FormField {
  name: string;
  /** Its name in a record that the API shows, if different. */
  shownAs?: string;
}

type Values = Readonly<Record<string, FieldValue>>;

interface ChangedMeanwhileProps {
  /** Why saving failed; nothing is asked about other reasons. */
  error: unknown;
  fields: readonly ComparedField[];
  /** What was to be saved, as the API takes it. */
  change: object;
  target: Pick<AuditRecord, 'targetType' | 'targetId'>;
  /** Reads the record as it is now. */
  read: () => Promise<Tagged<object>>;
  isBusy: boolean;
  /** Saves the change on the state of this tag. */
  onKeep: (etag: string | undefined) => void;
  /** What was typed may go. */
  onTake: () => void;
  /** Back to the form. */
  onClose: () => void;
}

/** Asks whose values hold, where somebody else changed the record since the form was opened. */
export function ChangedMeanwhile({ error, ...question }: ChangedMeanwhileProps) {
  return (
    error instanceof ApiProblem &&
    error.status === 412 && <Question key={error.requestId} problem={error} {...question} />
  );
}

function Question({ problem, ...props }: Omit<ChangedMeanwhileProps, 'error'> & { problem: ApiProblem }) {
  const { fields, change, target, read, isBusy, onKeep, onTake, onClose } = props;
  // Read once: what is shown is what the tag stands for.
  const present = useQuery({
    queryKey: ['changed meanwhile', problem.requestId],
    queryFn: read,
    staleTime: Infinity,
    gcTime: 0,
  });
  const audit = useNewestChanges(target);
  const differing = fields.filter(({ name, shownAs = name }) => shownAs in (problem.now ?? {}));
  return (
    <Dialog opened onClose={onClose} title="Somebody changed this meanwhile">
      <p>It was saved with other values after you opened it. Your changes are not saved yet.</p>
      <ProblemAlert error={present.error} />
      {present.isPending && <Waiting />}
      {present.data && (
        <dl className={classes.fields}>
          {differing.map((field) => (
            <Compared
              key={field.name}
              field={field}
              mine={(change as Values)[field.name]}
              isMine={field.name in change}
              theirs={(present.data as Values)[field.shownAs ?? field.name]}
              by={audit.find((record) => isChangeOf(record, field))}
            />
          ))}
        </dl>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" disabled={isBusy} onClick={onTake}>
          Take theirs
        </Button>
        <OnceButton loading={isBusy} disabled={!present.data} onClick={() => onKeep(present.data?.etag)}>
          Keep mine
        </OnceButton>
      </Group>
    </Dialog>
  );
}

/** The newest changes of the record, for those who may read the audit. */
function useNewestChanges(target: ChangedMeanwhileProps['target']): readonly AuditRecord[] {
  const query = { ...target, limit: 20 };
  const { data = [] } = useQuery({
    queryKey: ['audit', 'of', target.targetType, target.targetId, 'newest'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/audit', { params: { query }, signal })),
    enabled: useCan('admin'),
    staleTime: 0,
  });
  return data;
}

const isChangeOf = ({ before, after }: AuditRecord, { name, shownAs = name }: ComparedField) =>
  before !== null &&
  after !== null &&
  differencesOf(before, after).some(({ field, isChanged }) => isChanged && field.split('.')[0] === shownAs);

interface ComparedProps {
  field: ComparedField;
  mine: FieldValue;
  isMine: boolean;
  theirs: FieldValue;
  by?: AuditRecord;
}

function Compared({ field, mine, isMine, theirs, by }: ComparedProps) {
  return (
    <div>
      <dt>{field.label}</dt>
      <dd>
        <span className="quiet">Yours:</span>{' '}
        {isMine ? inWords(field, mine) : <span className="quiet">not changed by you</span>}
      </dd>
      <dd>
        <span className="quiet">Theirs:</span> {inWords(field, theirs)}
        {by && (
          <div className="quiet">
            {by.apiKeyName}, <Time at={by.at} />
          </div>
        )}
      </dd>
    </div>
  );
}
