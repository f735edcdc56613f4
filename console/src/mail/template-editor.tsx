import { Group, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { TemplateDto } from '../api/schema';
import { DiscardQuestion } from '../form/discard-question';
import { useDraft } from '../form/draft';
import { OnceButton } from '../form/once-button';
import { Restored } from '../form/restored';
import { withinScreen } from '../form/use-guard';
import { useUnsaved } from '../form/use-unsaved';
import { notify } from '../page/notify';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Only } from '../session/only';
import classes from './mail.module.css';
import { kindsQuery, WRITE } from './mails';
import { TemplatePreview } from './template-preview';

interface TemplateEditorProps {
  /** What is there to begin with. */
  template: TemplateDto;
  language: string;
  product: number | undefined;
}

interface Values {
  subject: string;
  text: string;
  html: string;
}

/** A template to be changed, beside what a customer would see of it. What is typed is kept as in any form. */
export function TemplateEditor({ template, language, product }: TemplateEditorProps) {
  const { kind, isShipped, subject, text, html } = template;
  const name = `mail template ${kind} ${language} ${product ?? ''}`;
  const [values, setValues, draft] = useDraft<Values>(name, { subject, text, html: html ?? '' });
  const body = { ...values, html: values.html.trim() === '' ? undefined : values.html };
  const { save, reset } = useWriting({ kind, language, product, draft: body }, draft.forget);
  const error = save.error ?? reset.error;
  const unsaved = useUnsaved({ isDirty: draft.isDirty, error, mayGo: withinScreen, onEnd: draft.discard });
  const write = (writing: typeof save) => {
    unsaved.release();
    writing.mutate();
  };
  return (
    <div className={classes.editor}>
      <Panel title={isShipped ? 'What it says' : 'What it says, in your words'}>
        <div className={classes.fields}>
          {draft.isRestored && <Restored onDiscard={draft.discard} />}
          <TemplateFields values={values} onChange={setValues} />
          <Names kind={kind} />
          <ProblemAlert error={error} />
          {unsaved.isAsked ? (
            <DiscardQuestion onKeep={unsaved.keep} onDiscard={unsaved.end} />
          ) : (
            <Group>
              <Only scopes={WRITE}>
                <OnceButton loading={save.isPending} onClick={() => write(save)}>
                  Save
                </OnceButton>
              </Only>
              {!isShipped && (
                <Only scopes={WRITE}>
                  <OnceButton variant="default" loading={reset.isPending} onClick={() => write(reset)}>
                    Delete it
                  </OnceButton>
                </Only>
              )}
            </Group>
          )}
        </div>
      </Panel>
      <TemplatePreview kind={kind} language={language} product={product} draft={body} />
    </div>
  );
}

function TemplateFields({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  const { subject, text, html } = values;
  return (
    <>
      <TextInput
        label="Subject"
        value={subject}
        onChange={(event) => onChange({ ...values, subject: event.currentTarget.value })}
      />
      <Textarea
        label="Plain text"
        rows={12}
        value={text}
        onChange={(event) => onChange({ ...values, text: event.currentTarget.value })}
      />
      <Textarea
        label="HTML"
        description="Empty for plain text alone."
        rows={12}
        value={html}
        onChange={(event) => onChange({ ...values, html: event.currentTarget.value })}
      />
    </>
  );
}

/** What the template can name. */
function Names({ kind }: Pick<TemplateDto, 'kind'>) {
  const { data: kinds } = useQuery(kindsQuery);
  const names = kinds?.find((each) => each.kind === kind)?.names ?? [];
  return <p className="quiet">It can name {names.map((name) => `{{${name}}}`).join(', ')}.</p>;
}

export interface DraftOfMail extends Pick<TemplateDto, 'kind' | 'language'> {
  product: number | undefined;
  draft: Pick<TemplateDto, 'subject' | 'text' | 'html'>;
}

/** @param onDone what is typed is saved, or not wanted any more */
function useWriting({ kind, language, product, draft }: DraftOfMail, onDone: () => void) {
  const cache = useQueryClient();
  const params = { path: { kind, language }, query: { product } };
  const onSettled = () => cache.invalidateQueries({ queryKey: ['mail template'] });
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/api/mail/templates/{kind}/{language}', { params, body: draft })),
    onSuccess: () => {
      onDone();
      notify('The next emails say this.');
    },
    onSettled,
  });
  const reset = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/mail/templates/{kind}/{language}', { params })),
    onSuccess: () => {
      onDone();
      notify('The template is deleted.');
    },
    onSettled,
  });
  return { save, reset };
}
