import type { OpenAPIObject } from '@nestjs/swagger';
import { API_KEY_SECURITY } from './security';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
/** A parameter as it stands in a document; never a reference here. */
interface Parameter {
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: { example?: unknown };
}

/** Completes a document by what readers and pages need, and what follows from the rest of it. */
export function withNotes(document: OpenAPIObject): OpenAPIObject {
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as Operation[]) {
      // Said, not left out: this operation answers everybody.
      operation.security ??= [];
      tellScope(operation);
      for (const parameter of (operation.parameters ?? []) as Parameter[]) offerNoFilter(parameter);
    }
  }
  return document;
}

/** Not every page shows the scopes in `security`. */
function tellScope(operation: Operation): void {
  const scopes = (operation.security ?? []).flatMap((way) => way[API_KEY_SECURITY] ?? []);
  const needsKey = (operation.security ?? []).some((way) => API_KEY_SECURITY in way);
  if (!needsKey) return;
  const note =
    scopes.length === 0 ? 'Needs any API key.' : `Needs an API key with the scope \`${scopes.join('` or `')}\`.`;
  operation.description = operation.description ? `${operation.description}\n\n${note}` : note;
}

/** A page would fill in the example of each filter, and a list that is tried as it stands would find nothing. */
function offerNoFilter(parameter: Parameter): void {
  const example = parameter.example ?? parameter.schema?.example;
  if (parameter.in !== 'query' || parameter.required || example === undefined) return;
  delete parameter.example;
  delete parameter.schema?.example;
  parameter.description = `${parameter.description ?? ''} For example \`${JSON.stringify(example)}\`.`.trim();
}
