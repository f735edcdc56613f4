import { sample } from 'openapi-sampler';
import type { RequestSettings } from './api-client';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: { readonly example?: unknown };
}

/** What the document says of one operation. */
export interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly description?: string;
  readonly security: Record<string, string[]>[];
  readonly parameters?: Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
}

/** What a page would ask for: its required parameters, and those optional ones that have an example. */
export function exampleTarget(path: string, { parameters = [] }: Operation): string {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, required, example, schema } of parameters) {
    const value = example ?? schema.example;
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (place === 'query' && (required || value !== undefined)) query.set(name, String(value));
  }
  return query.size > 0 ? `${target}?${query.toString()}` : target;
}

/** The body of its example, with its type. */
export function exampleBody({ requestBody }: Operation, document: object): RequestSettings {
  if (!requestBody) return {};
  const [[type, { schema }]] = Object.entries(requestBody.content);
  return { body: sample(schema, { skipReadOnly: true }, document), headers: { 'content-type': type } };
}
