import {
  applyDecorators,
  type ArgumentMetadata,
  type Type,
  type ValidationError,
  ValidationPipe,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { getMetadataStorage, IsInt, Max, Min, ValidateIf } from 'class-validator';
import { canonicalAddress } from '../addresses/address';
import { type ApiError, badRequest, invalidField, NO_OBJECT, unknownField } from '../errors/errors';
import { PAGE_LIMIT } from '../http/answers/paging';

/**
 * Checks bodies and queries against their DTOs: exact JSON types and no unknown field. Nothing in a body is converted; a
 * query is text, so numbers and flags are read from it. Whether a field is known is asked here rather than of
 * class-validator, which finds `constructor` and `toString` on every object. Unknown fields are told of after what is wrong
 * with known ones, but kept from class-transformer, which takes seconds for a hundred thousand of them.
 */
export class StrictValidationPipe extends ValidationPipe {
  private readonly known = new Map<Type, ReadonlySet<string>>();

  constructor() {
    super({
      transform: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: firstMistake,
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { metatype, type } = metadata;
    if (!metatype || !this.toValidate(metadata)) return value;
    if (!isObject(value)) return super.transform(value, metadata);
    const known = this.fieldsOf(metatype);
    const unknown = Object.keys(value).find((field) => !known.has(field));
    const given = Array.isArray(value) ? [] : onlyFields(value, known);
    const result: unknown = await super.transform(type === 'query' ? readTexts(given, metatype) : given, metadata);
    if (unknown !== undefined) throw unknownField(unknown);
    return result;
  }

  private fieldsOf(metatype: Type): ReadonlySet<string> {
    let fields = this.known.get(metatype);
    if (!fields) {
      const rules = getMetadataStorage().getTargetValidationMetadatas(metatype, '', true, false);
      fields = new Set(rules.map(({ propertyName }) => propertyName));
      this.known.set(metatype, fields);
    }
    return fields;
  }
}

const pipe = new StrictValidationPipe();

/**
 * Values that come another way than as a handler's body, by the same rules and with the same sentences.
 * @throws {ApiError} 400 saying what is wrong
 */
export async function validate<T extends object>(dto: new () => T, values: unknown): Promise<T> {
  return (await pipe.transform(values, { type: 'body', metatype: dto })) as T;
}

/** The field may be left out; unlike `@IsOptional()`, null is still refused. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** An integer from `minimum` to `maximum`, or else to 2^53-1, which may be left out. */
export function WholeNumberField(
  minimum: number,
  rule: { message: string },
  maximum = Number.MAX_SAFE_INTEGER,
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'integer', minimum, maximum }),
    Omittable(),
    IsInt(rule),
    Min(minimum, rule),
    Max(maximum, rule),
  );
}

/** How many items a page may have; it may be left out. */
export function PageLimit(): PropertyDecorator {
  return WholeNumberField(1, { message: `limit must be an integer from 1 to ${PAGE_LIMIT}.` }, PAGE_LIMIT);
}

/** A record id, which may be left out. */
export function RecordId(message: string): PropertyDecorator {
  return WholeNumberField(0, { message });
}

/** For query parameters: an address in its canonical spelling, anything else becomes a text that no validator takes. */
export function CanonicalAddressText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (canonicalAddress(value) ?? '') : value,
  );
}

function onlyFields(value: Record<string, unknown>, known: ReadonlySet<string>): object {
  const given = [...known].filter((field) => Object.hasOwn(value, field));
  return Object.fromEntries(given.map((field) => [field, withoutContent(value[field])]));
}

/** What fields that are numbers or flags say in a query; anything else stays as it is, for the validators to refuse. */
function readTexts(texts: object, metatype: Type): object {
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]: [string, unknown]) => [
      field,
      typeof text === 'string' ? readText(text, Reflect.getMetadata('design:type', metatype.prototype, field)) : text,
    ]),
  );
}

function readText(text: string, type: unknown): unknown {
  if (type === Boolean && (text === 'true' || text === 'false')) return text === 'true';
  return type === Number && /^\d{1,16}$/.test(text) ? Number(text) : text;
}

/**
 * No field takes an object, nor a list that holds one: such a value is refused whatever is in it, so its content is left
 * out.
 */
function withoutContent(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isObject) ? [{}] : value;
  return isObject(value) ? {} : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function firstMistake([error]: ValidationError[]): ApiError {
  const [message] = Object.values(error.constraints ?? {});
  return message === undefined ? badRequest(NO_OBJECT) : invalidField(message);
}
