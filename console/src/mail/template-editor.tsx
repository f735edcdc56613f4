import { Group, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import type { TemplateDto } from '../api/schema';
import { OnceButton } from '../form/once-button';
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

/** A template to be changed, beside what a customer would see of it. */
export function TemplateEditor({ template, language, product }: TemplateEditorProps) {
  const { kind, isShipped } = template;
  const [subject, setSubject] = useState(template.subject);
  const [text, setText] = useState(template.text);
  const [html, setHtml] = useState(template.html ?? '');
  const draft = { subject, text, ...(html.trim() !== '' && { html }) };
  const { save, reset } = useWriting({ kind, language, product, draft });
  return (
    <div className={classes.editor}>
      <Panel title={isShipped ? 'What it says' : 'What it says, in your words'}>
        <div className={classes.fields}>
          <TextInput label="Subject" value={subject} onChange={(event) => setSubject(event.currentTarget.value)} />
          <Textarea
            label="Plain text"
            rows={12}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Textarea
            label="HTML"
            description="Empty for plain text alone."
            rows={12}
            value={html}
            onChange={(event) => setHtml(event.currentTarget.value)}
          />
          <Names kind={kind} />
          <ProblemAlert error={save.error ?? reset.error} />
          <Group>
            <Only scopes={WRITE}>
              <OnceButton loading={save.isPending} onClick={() => save.mutate()}>
                Save
              </OnceButton>
            </Only>
            {!isShipped && (
              <Only scopes={WRITE}>
                <OnceButton variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
                  Delete it
                </OnceButton>
              </Only>
            )}
          </Group>
        </div>
      </Panel>
      <TemplatePreview kind={kind} language={language} product={product} draft={draft} />
    </div>
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

function useWriting({ kind, language, product, draft }: DraftOfMail) {
  const cache = useQueryClient();
  const params = { path: { kind, language }, query: { product } };
  const onSettled = () => cache.invalidateQueries({ queryKey: ['mail template'] });
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/api/mail/templates/{kind}/{language}', { params, body: draft })),
    onSuccess: () => notify('The next emails say this.'),
    onSettled,
  });
  const reset = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/mail/templates/{kind}/{language}', { params })),
    onSuccess: () => notify('The template is deleted.'),
    onSettled,
  });
  return { save, reset };
}
