import * as fc from 'fast-check';
import { recordName } from './nasty';

/** What of JSON Schema the service's document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Values that fit a schema, and often its example, or the name of something that exists. */
export function schemaValue(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return schemaValue(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => schemaValue(one, schemas)));
  if (typeof schema.type === 'object') {
    return fc.oneof(...schema.type.map((type) => schemaValue({ ...schema, type }, schemas)));
  }
  const value = ofType(schema, schemas);
  return schema.example === undefined ? value : fc.oneof(fc.constant(schema.example), value);
}

function ofType(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return objectOf(schema, schemas);
    case 'array':
      return fc.array(schemaValue(schema.items ?? {}, schemas), { maxLength: 4 });
    case 'integer':
    case 'number':
      return integer(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return text;
  }
}

function objectOf({ properties = {}, required = [] }: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, schemaValue(schema, schemas)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** Small ones too, since those are the ids that exist. */
function integer({ minimum = -10, maximum = Number.MAX_SAFE_INTEGER }: Schema): fc.Arbitrary<number> {
  const least = Math.max(minimum, -10);
  const small = fc.integer({ min: least, max: Math.min(maximum, least + 310) });
  return fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) });
}

const text: fc.Arbitrary<string> = fc.oneof(
  recordName,
  fc.webUrl(),
  fc.uuid(),
  fc.ipV4(),
  fc.string({ minLength: 1, maxLength: 20 }),
);
