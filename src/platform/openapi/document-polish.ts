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

const METHODS = ['post', 'get', 'put', 'delete'];

/** Sorts operations: API first, collections before items, then create, read, change and delete. */
export function inOrderOfNeed(document: OpenAPIObject): OpenAPIObject {
  const collections = [...new Set(Object.keys(document.paths).map(collectionOf))];
  const rank = (path: string): number[] => [
    path.startsWith('/api/') ? 0 : 1,
    collections.indexOf(collectionOf(path)),
    path.split('/').length,
    path.endsWith('}') ? 0 : 1,
  ];
  const paths = Object.entries(document.paths)
    .toSorted(([one], [other]) => compare(rank(one), rank(other)))
    .map(([path, item]) => [path, inOrderOfMethods(item)]);
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
}

function inOrderOfMethods(item: object): object {
  const entries = Object.entries(item).toSorted(([one], [other]) => METHODS.indexOf(one) - METHODS.indexOf(other));
  return Object.fromEntries(entries);
}

const collectionOf = (path: string): string => path.split('/').slice(0, 3).join('/');

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** Removes the suffix `Dto` from schema names, also in sentences. */
export function withSchemaNames(document: OpenAPIObject): OpenAPIObject {
  const names = new Set(Object.keys(document.components?.schemas ?? {}));
  const text = JSON.stringify(document).replaceAll(/\b(\w+)Dto\b/g, (word, name: string) =>
    names.has(word) ? name : word,
  );
  return JSON.parse(text) as OpenAPIObject;
}
