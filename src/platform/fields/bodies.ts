import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { timeMessage, TimeFromText, timeSchema } from '../validation/times';
import { Omittable, PlainObject } from '../validation/validation';
import { decoratedClass } from './decorated-class';
import { type Field, type Fields, fieldsIn, sentName, type SentValues, type ShownValues, type Use } from './field';
import { CODES_SCHEMA, METADATA_SCHEMA, metadataProblem } from './metadata';
import { METERS_SCHEMA, metersProblem } from './meters';
import { boundsOf, isAcceptable, ruleOf } from './rules';

const TYPES = {
  text: String,
  timeText: String,
  range: String,
  flag: Boolean,
  integer: Number,
  time: Number,
  metadata: Object,
  meters: Object,
  json: Object,
} as const;

/** The base class of a request: `class CreateLicenseKeyDto extends requestOf(LICENSE_KEY_FIELDS, 'create') {}`. */
export function requestOf<Fs extends Fields, U extends Exclude<Use, 'shown'>>(
  fields: Fs,
  use: U,
): new () => SentValues<Fs, U> {
  const properties = fieldsIn(fields, use).map(([name, field]) => {
    const property = sentName(name, field);
    return [property, requestProperty(property, field, use)] as const;
  });
  return decoratedClass(Object.fromEntries(properties)) as new () => SentValues<Fs, U>;
}

export function answerOf<Fs extends Fields>(
  fields: Fs,
  aboutId = { description: 'Record id.', example: 1 },
): new () => { id: number } & ShownValues<Fs> {
  const id = [ofType(Number), ApiProperty({ type: 'integer', ...aboutId })];
  const properties = answerProperties(fields, (field) => answerSchema(field));
  return decoratedClass({ id, ...properties }) as new () => { id: number } & ShownValues<Fs>;
}

/** For exports: without the record id, and with times before 2001 as dates. */
export function exportOf(fields: Fields): new () => object {
  return decoratedClass(
    answerProperties(fields, (field) => (field.type === 'time' ? timeSchema(0) : answerSchema(field))),
  );
}

function requestProperty(property: string, field: Field, use: Use): PropertyDecorator[] {
  const { docs, none, type } = field;
  const isOmittable = use === 'update' || use === 'filter' || none !== undefined || field.default !== undefined;
  const example = use === 'filter' ? field.example : (field.sentExample ?? field.example);
  const rule = ruleOf(property, field, use);
  // Imports have parsed times already.
  const isReadHere = type === 'time' && use !== 'import';
  return [
    ofType(TYPES[type]),
    ApiProperty({ ...requestSchema(field, use), description: docs[use], example, required: !isOmittable }),
    ValidateBy(
      { name: 'isAcceptable', validator: { validate: (value) => isAcceptable(field, use, value) } },
      { message: isReadHere ? timeMessage(rule) : isObjectField(field) ? objectMessage(field) : rule },
    ),
    ...(isReadHere ? [TimeFromText()] : []),
    ...(isObjectField(field) ? [PlainObject()] : []),
    ...(isOmittable ? [Omittable()] : []),
  ];
}

function requestSchema(field: Field, use: Use): object {
  const { type, minimum = 1, maximum, none } = field;
  const bounds = boundsOf(field, use);
  if (type === 'time') return timeSchema(0, use === 'import' ? bounds.maximum : undefined);
  if (type === 'integer') return { type, ...bounds };
  if (isObjectField(field)) return objectSchema(field);
  if (field.choices) return { type: String, enum: field.choices };
  if (type !== 'text') return { type: TYPES[type] };
  return { type: String, minLength: none?.sentIn.includes(use) ? undefined : minimum, maxLength: maximum };
}

function answerProperties(
  fields: Fields,
  schemaOf: (field: Field) => object,
): Readonly<Record<string, PropertyDecorator[]>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { docs, example, none, type } = field;
      const schema = { ...schemaOf(field), description: docs.shown, example, required: none === undefined };
      return [name, [ofType(TYPES[type]), ApiProperty(schema)]];
    }),
  );
}

function answerSchema(field: Field): object {
  const { type, choices } = field;
  if (isObjectField(field)) return objectSchema(field);
  if (choices) return { type: String, enum: choices };
  return { type: type === 'integer' || type === 'time' ? 'integer' : TYPES[type] };
}

const isObjectField = ({ type }: Field): boolean => type === 'metadata' || type === 'meters' || type === 'json';

const objectSchema = ({ type, areCodes, shape }: Field): object =>
  shape ? shape.schema : type === 'meters' ? METERS_SCHEMA : areCodes ? CODES_SCHEMA : METADATA_SCHEMA;

const objectMessage =
  ({ type, areCodes, shape }: Field) =>
  ({ property, value }: ValidationArguments): string =>
    (shape
      ? shape.problem(property, value)
      : type === 'meters'
        ? metersProblem(property, value)
        : metadataProblem(property, value, areCodes)) ?? '';

/** What the compiler emits for a declared property. */
const ofType = (type: (typeof TYPES)[keyof typeof TYPES]): PropertyDecorator => Reflect.metadata('design:type', type);
