import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { ERROR_CODE_HEADER, ERROR_CODES } from '../../src/platform/errors/error-codes';
import type { ApiResponse } from './api-client';

interface Schema {
  properties?: object;
  additionalProperties?: boolean;
}

interface DocumentedResponse {
  content?: Record<string, unknown>;
  headers?: Record<string, { schema: { enum?: string[] } }>;
}

interface Operation {
  responses: Record<string, DocumentedResponse>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Route {
  readonly template: string;
  readonly pattern: RegExp;
  readonly operations: Record<string, Operation>;
}

const DOCUMENT = 'keylink';

/** Holds answers against an OpenAPI document: status and error code must be documented, and the body must fit its schema exactly. */
export class OpenApiCheck {
  // The document is no schema itself, only what is inside; to hold it against the one of schemas would be most of this file's work.
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { binary: true },
    meta: false,
    validateSchema: false,
  });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly routes: Route[];

  constructor(document: Document) {
    // The document describes what there is; an answer with more than that doesn't fit it.
    for (const schema of Object.values(document.components.schemas)) {
      if (schema.properties) schema.additionalProperties = false;
    }
    this.ajv.addSchema(document, DOCUMENT);
    // Paths without placeholders are more specific than those with, as in the router.
    this.routes = Object.keys(document.paths)
      .toSorted((a, b) => placeholders(a) - placeholders(b))
      .map((template) => ({
        template,
        pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        operations: document.paths[template],
      }));
  }

  /** @throws {Error} when the answer isn't as documented */
  check(method: string, path: string, { status, headers, body, text }: ApiResponse): void {
    const { template, operation } = this.find(method, new URL(path, 'http://localhost').pathname);
    const where = `${method} ${template ?? path} → ${status}`;
    const code = codeOf(where, status, headers);
    if (!operation) return;
    const response = operation.responses[status];
    if (!response) throw new Error(`${where} is not documented; it answered ${text.slice(0, 300)}`);
    const codes = response.headers?.[ERROR_CODE_HEADER]?.schema.enum ?? [];
    if (code !== undefined && !codes.includes(code)) throw new Error(`${where} is not documented to say ${code}`);
    const pointer = ['paths', template!, method.toLowerCase(), 'responses', String(status), 'content'];
    if (method === 'HEAD' || !response.content) {
      if (text !== '') throw new Error(`${where} has an undocumented body: ${text.slice(0, 300)}`);
      return;
    }
    const type = String(headers['content-type']).split(';')[0];
    if (!response.content[type]) throw new Error(`${where} is not documented to answer ${type}`);
    const reference = [...pointer, type, 'schema'].map(escapePointer).join('/');
    const validate = this.validator(`${DOCUMENT}#/${reference}`);
    for (const value of valuesOf(type, body, text)) {
      if (validate(value)) continue;
      const what = JSON.stringify(value).slice(0, 300);
      throw new Error(`${where} doesn't fit: ${this.ajv.errorsText(validate.errors)}; it was ${what}`);
    }
  }

  private validator(reference: string): ValidateFunction {
    const known = this.validators.get(reference);
    if (known) return known;
    const made = this.ajv.compile({ $ref: reference });
    this.validators.set(reference, made);
    return made;
  }

  private find(method: string, path: string): { template?: string; operation?: Operation } {
    // Its pages look like the names of links, and are no operations.
    if (/^\/(?:console|portal)(?:\/|$)/.test(path)) return {};
    const documented = method === 'HEAD' ? 'get' : method.toLowerCase();
    const found = this.routes.find(({ pattern, operations }) => pattern.test(path) && operations[documented]);
    return { template: found?.template, operation: found?.operations[documented] };
  }
}

/** The error code of an answer: every error in JSON has one, which belongs to its status. */
function codeOf(where: string, status: number, headers: ApiResponse['headers']): string | undefined {
  const code = headers[ERROR_CODE_HEADER];
  const isError = status >= 400 && String(headers['content-type']).startsWith('application/json');
  if (code === undefined && !isError) return undefined;
  const statuses: readonly number[] = Object.entries(ERROR_CODES).find(([name]) => name === code)?.[1].statuses ?? [];
  if (!statuses.includes(status)) throw new Error(`${where} has the error code ${String(code)}`);
  return String(code);
}

/** What the schema is about: the body, or each of its lines. What isn't JSON has none beyond its type. */
function valuesOf(type: string, body: unknown, text: string): unknown[] {
  if (type === 'application/json') return [body];
  if (type !== 'application/x-ndjson') return [];
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

function placeholders(template: string): number {
  return template.split('{').length;
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
