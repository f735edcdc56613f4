import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import { Choice } from '../form/choice';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import classes from './mail.module.css';
import { PreviewFrame } from './preview-frame';
import type { DraftOfMail } from './template-editor';

const PARTS = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
] as const;

/** A draft as a customer would get it, with made-up values. */
export function TemplatePreview({ kind, language, product, draft }: DraftOfMail) {
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('html');
  const { data: letter, error } = useQuery({
    queryKey: ['mail preview', kind, language, product, draft],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/api/mail/templates/preview', { body: { kind, language, product, ...draft }, signal })),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
  return (
    <Panel
      title="Preview"
      lead={letter?.subject}
      actions={<Choice label="Which part" value={part} onChange={setPart} options={PARTS} />}
    >
      <ProblemAlert error={error} />
      {letter && part === 'html' && letter.html !== undefined ? (
        <PreviewFrame html={letter.html} />
      ) : (
        <pre className={classes.plain}>{letter?.text}</pre>
      )}
    </Panel>
  );
}
