import type { OpenAPIObject } from '@nestjs/swagger';
import { API_KEY_SECURITY } from './security';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface Parameter {
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: { example?: unknown };
}

/** Adds scopes to descriptions and removes the examples of filters. */
export function withNotes(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as Operation[]) {
      // An explicit empty list marks the operation as public.
      operation.security ??= [];
      tellScope(operation);
      for (const parameter of (operation.parameters ?? []) as Parameter[]) offerNoFilter(parameter);
    }
  }
  return document;
}

/** Not every documentation page shows the scopes in `security`. */
function tellScope(operation: Operation): void {
  const scopes = (operation.security ?? []).flatMap((way) => way[API_KEY_SECURITY] ?? []);
  const needsKey = (operation.security ?? []).some((way) => API_KEY_SECURITY in way);
  if (!needsKey) return;
  const note =
    scopes.length === 0 ? 'Needs any API key.' : `Needs an API key with the scope \`${scopes.join('` or `')}\`.`;
  operation.description = operation.description ? `${operation.description}\n\n${note}` : note;
}

/** Documentation pages would prefill every filter with its example, and the list would be empty. */
function offerNoFilter(parameter: Parameter): void {
  const example = parameter.example ?? parameter.schema?.example;
  if (parameter.in !== 'query' || parameter.required || example === undefined) return;
  delete parameter.example;
  delete parameter.schema?.example;
  parameter.description = `${parameter.description ?? ''} For example \`${JSON.stringify(example)}\`.`.trim();
}
