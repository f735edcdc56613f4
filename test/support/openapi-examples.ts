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

/** Schemas of answers, which say nothing of limits; the end of an API key is another field. */
export const ANSWERED_ONLY =
  /^(?:Exported)?(?:LicenseKey(?:Outline)?|Link)$|(?:ApiKey|Verdict|Release|IssuedLicense|Session|Me|LicenseLog|LoggedCheck|Explanation|Customer|CustomerExport|ErasurePreview|ErasedCustomer|Product|Plan|Order|CustomersLicenseKey|NextStep|PastCheck|PastKey)$/;

/** Nothing is signed before that is set up; and what deletes what others need comes last, what belongs to something before it. */
export const order = ({ method, path, operation }: { method: string; path: string; operation: Operation }) => {
  if (operation.operationId === 'setUpSigning') return -20;
  // A plan stays while an item of a shop is mapped to it.
  if (operation.operationId === 'deleteMapping') return 3;
  return method === 'DELETE' ? 10 - path.split('/').length : ['POST', 'PUT', 'GET'].indexOf(method) - 10;
};

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
