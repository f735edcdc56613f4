import { useState } from 'react';
import { ApiProblem } from '../api/problem';
import { useDraft } from '../form/draft';
import { fieldOf, type WebhookValues } from './webhook-values';

/** The values of a webhook's form. Its headers may be secret: they don't outlive the form. */
export function useWebhookForm(name: string, initial: WebhookValues, initialHeaders: string, etag?: string) {
  const [values, setValues, kept] = useDraft(name, initial, etag);
  const [headersBefore] = useState(initialHeaders);
  const [headers, setHeaders] = useState(initialHeaders);
  const draft = {
    ...kept,
    isDirty: kept.isDirty || headers !== headersBefore,
    discard: () => {
      kept.discard();
      setHeaders(headersBefore);
    },
  };
  return {
    values,
    headers,
    headersBefore,
    draft,
    inputs: {
      values,
      headers,
      onHeaders: setHeaders,
      onChange: (changes: Partial<WebhookValues>) => setValues((before) => ({ ...before, ...changes })),
    },
  };
}

/** A refusal that is about one field. */
export function problemAt(error: unknown) {
  const field = fieldOf(error);
  return field !== undefined && error instanceof ApiProblem ? { field, message: error.message } : undefined;
}
