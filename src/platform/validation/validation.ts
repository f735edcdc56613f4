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

/** class-validator checks inheritance for every class with rules and every object, which takes longer than all rules of an import. */
function keepRules(): void {
  const storage = getMetadataStorage();
  const [find, add] = [storage.getTargetValidationMetadatas.bind(storage), storage.addValidationMetadata.bind(storage)];
  const kept = new Map<unknown, ReturnType<typeof find>>();
  storage.addValidationMetadata = (rule) => {
    kept.clear();
    add(rule);
  };
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return find(target, schema, always, strictGroups, groups);
    const rules = kept.get(target) ?? find(target, schema, always, strictGroups, groups);
    kept.set(target, rules);
    return rules;
  };
}

keepRules();

/** Strict. Checks for unknown fields itself: class-transformer takes seconds for 100,000 of them. */
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
    if (Array.isArray(value)) throw badRequest(NO_OBJECT);
    const known = this.fieldsOf(metatype);
    const unknown = Object.keys(value).find((field) => !known.has(field));
    const given = onlyFields(value, known, metatype);
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

/** Validates other values by the same rules. @throws {ApiError} 400 */
export async function validate<T extends object>(dto: new () => T, values: unknown): Promise<T> {
  return (await pipe.transform(values, { type: 'body', metatype: dto })) as T;
}

/** The field may be left out; unlike `@IsOptional()`, null is still refused. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

const TAKES_OBJECT = Symbol('takes an object');

/** The field takes an object, which its validators get as it was sent, however deep. */
export function PlainObject(): PropertyDecorator {
  return applyDecorators(
    Reflect.metadata(TAKES_OBJECT, true),
    // A function bypasses the libraries, which would drop names such as "constructor".
    Transform(({ value }: { value: unknown }) => (typeof value === 'function' ? (value as () => unknown)() : value)),
  );
}

/** An optional integer from `minimum` to `maximum`, by default 2^53-1. */
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

export function PageLimit(): PropertyDecorator {
  return WholeNumberField(1, { message: `limit must be an integer from 1 to ${PAGE_LIMIT}.` }, PAGE_LIMIT);
}

export function RecordId(message: string): PropertyDecorator {
  return WholeNumberField(0, { message });
}

/** Canonicalizes an address in a query; anything else becomes a text that validators refuse. */
export function CanonicalAddressText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (canonicalAddress(value) ?? '') : value,
  );
}

function onlyFields(value: Record<string, unknown>, known: ReadonlySet<string>, { prototype }: Type): object {
  const given = [...known].filter((field) => Object.hasOwn(value, field));
  const takesObject = (field: string) => Reflect.hasMetadata(TAKES_OBJECT, prototype as object, field);
  return Object.fromEntries(
    given.map((field) => {
      const each = value[field];
      return [field, isObject(each) && takesObject(field) ? () => each : withoutContent(each)];
    }),
  );
}

/** Reads numbers and flags; validators refuse anything else. */
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

/** No other field takes objects, so their content is dropped. */
function withoutContent(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isObject) ? [{}] : value;
  return isObject(value) ? {} : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function firstMistake(errors: ValidationError[]): ApiError {
  const mistakes = errors.flatMap(({ property, constraints }) => {
    const [message] = Object.values(constraints ?? {});
    return message === undefined ? [] : [{ field: property, message }];
  });
  const [first] = Object.values(errors[0].constraints ?? {});
  if (first === undefined) return badRequest(NO_OBJECT);
  return Object.assign(invalidField(first), { mistakes });
}
