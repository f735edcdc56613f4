import * as fc from 'fast-check';
import { nastyText, nastyValue, recordName } from './nasty';
import { schemaValue, type Schema, type Schemas } from './schema-value';

export interface RandomRequest {
  /** As in the document, for example `GET /api/keys/{id}`. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

type Fields = Record<string, unknown>;

const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';
const MOST_ROWS = 5;

/** Requests for each operation that an OpenAPI document describes, by its name; most of them right or nearly right. */
export function requestsOf({ paths, components }: OpenApiDocument): Map<string, fc.Arbitrary<RandomRequest>> {
  const requests = new Map<string, fc.Arbitrary<RandomRequest>>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      requests.set(name, requestOf(name, operation, components.schemas));
    }
  }
  return requests;
}

function requestOf(name: string, operation: Operation, schemas: Schemas): fc.Arbitrary<RandomRequest> {
  const [method, template] = name.split(' ');
  const { parameters = [], requestBody } = operation;
  return fc
    .record({
      segment: pathSegment(template),
      query: query(
        parameters.filter((parameter) => parameter.in === 'query'),
        schemas,
      ),
      payload: requestBody ? payload(requestBody.content, schemas) : fc.constant({ body: undefined, headers: {} }),
      headers,
    })
    .map(({ segment, query, payload, headers }): RandomRequest => {
      // A second one is the id of something that a record has.
      const path = template.replace(/\{\w+\}/, () => segment).replace(/\{\w+\}/, '1');
      const all = { ...payload.headers, ...headers };
      return {
        operation: name,
        method,
        path: query === '' ? path : `${path}?${query}`,
        headers: all,
        body: payload.body,
      };
    });
}

type Payload = Pick<RandomRequest, 'body' | 'headers'>;

/** A body of one of the types that an operation takes. */
function payload(content: NonNullable<Operation['requestBody']>['content'], schemas: Schemas): fc.Arbitrary<Payload> {
  return fc.oneof(
    ...Object.entries(content).map(([type, { schema }]) => {
      // A CSV file has the columns that a line of NDJSON has fields.
      const line = content[NDJSON]?.schema ?? schema;
      const text = type === NDJSON ? lines(line, schemas) : type === CSV ? table(line, schemas) : body(schema, schemas);
      return text.map((body): Payload => ({ body, headers: type === JSON_TYPE ? {} : { 'content-type': type } }));
    }),
  );
}

/** Every kind of body that one object could be, a line each. */
function lines(schema: Schema, schemas: Schemas): fc.Arbitrary<string> {
  return fc.array(body(schema, schemas), { maxLength: MOST_ROWS }).map((all) => all.join('\n'));
}

/** A table of right rows, or one with a nasty cell or line somewhere. */
function table(schema: Schema, schemas: Schemas): fc.Arbitrary<string> {
  const records = fc.array(schemaValue(schema, schemas) as fc.Arbitrary<Fields>, {
    minLength: 1,
    maxLength: MOST_ROWS,
  });
  return fc.tuple(records, sometimes(nastyText), sometimes(nastyText)).map(([all, cell, line]) => {
    const names = [...new Set(all.flatMap((record) => Object.keys(record)))];
    const rows = all.map((record) => names.map((name) => toCell(record[name] ?? cell)).join(','));
    return [names.join(','), ...rows, ...(line === null ? [] : [line])].join('\n');
  });
}

function toCell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return `"${text.replaceAll('"', '""')}"`;
}

/** The first API key is the one that asks: it must stay what it is. And the pages about the document aren't in it. */
function pathSegment(template: string): fc.Arbitrary<string> {
  const text = fc.oneof({ weight: 4, arbitrary: recordName }, { weight: 1, arbitrary: nastyText });
  const isSafe = template.startsWith('/api/api-keys')
    ? (name: string) => Number(name) !== 1
    : (name: string) => !/^docs\b/i.test(name);
  const encoded = text.filter(isSafe).map(encode);
  const broken = fc.constantFrom('%', '%zz', '%ff', '%c0%ae', '..;', '%2e%2e', '%2f');
  return fc.oneof({ weight: 20, arbitrary: encoded }, { weight: 1, arbitrary: broken });
}

function query(parameters: readonly Parameter[], schemas: Schemas): fc.Arbitrary<string> {
  const known = parameters.map(({ name, schema = {} }) => {
    const right = schemaValue(schema, schemas).map(String);
    const value = fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: nastyText });
    return fc.option(
      value.map((text) => `${name}=${encode(text)}`),
      { freq: 2 },
    );
  });
  const unknown = fc.tuple(nastyText, nastyText).map((pair) => pair.map(encode).join('='));
  return fc
    .tuple(...known, sometimes(unknown))
    .map((parts) => parts.filter((part) => part !== null && part !== undefined).join('&'));
}

function body(schema: Schema, schemas: Schemas): fc.Arbitrary<string | undefined> {
  const right = schemaValue(schema, schemas) as fc.Arbitrary<Fields>;
  const otherField = fc
    .tuple(right, fc.nat(), nastyValue)
    .map(([fields, index, value]) => ({ ...fields, [nameAt({ ...fields, unknown: 0 }, index)]: value }));
  const lessOne = fc.tuple(right, fc.nat()).map(([fields, index]) => {
    const omitted = nameAt(fields, index);
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== omitted));
  });
  const json = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> => value.map((value) => JSON.stringify(value));
  return fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<string | undefined> }[]>(
    { weight: 9, arbitrary: json(right) },
    { weight: 4, arbitrary: json(otherField) },
    { weight: 1, arbitrary: json(lessOne) },
    { weight: 1, arbitrary: json(nastyValue) },
    { weight: 1, arbitrary: nastyText },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Whatever Node's own client is willing to send. */
const headerText = fc.string({ maxLength: 300 }).filter((text) => /^[\x20-\x7e]*$/.test(text));

const headers: fc.Arbitrary<Record<string, string>> = fc
  .record({
    'x-api-key': sometimes(headerText),
    'content-type': sometimes(
      fc.constantFrom('application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense'),
    ),
    'content-encoding': sometimes(fc.constantFrom('gzip', 'identity', 'nonsense')),
    'idempotency-key': fc.option(fc.oneof(fc.constantFrom('a', 'b', 'c'), headerText), { freq: 3 }),
    'x-request-id': fc.option(headerText, { freq: 3 }),
    'x-forwarded-for': sometimes(headerText),
  })
  .map((all) =>
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)),
  );

function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 39, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

function nameAt(fields: Fields, index: number): string {
  const names = Object.keys(fields);
  return names[index % names.length] ?? 'unknown';
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
