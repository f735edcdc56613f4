import { Column, type ColumnOptions, Index } from 'typeorm';
import { bigInteger } from '../database/columns';
import { decoratedClass } from './decorated-class';
import type { Field, Fields, StoredValues } from './field';

const RANGE_LENGTH = 64;

export function columnsOf<Fs extends Fields>(fields: Fs): new () => StoredValues<Fs> {
  const columns = Object.entries(fields).map(([name, field]): [string, PropertyDecorator[]] => {
    const column = Column({ ...columnOf(field), nullable: field.none !== undefined });
    return [name, field.index ? [column, Index(field.index, { unique: field.isUnique })] : [column]];
  });
  return decoratedClass(Object.fromEntries(columns)) as new () => StoredValues<Fs>;
}

function columnOf({ type, maximum }: Field): ColumnOptions {
  if (type === 'flag') return { type: 'boolean' };
  if (type === 'metadata' || type === 'meters' || type === 'json') return { type: 'text' };
  if (type === 'range') return { type: 'varchar', length: RANGE_LENGTH };
  if (type === 'text') return { type: 'varchar', length: maximum };
  const isSmall = type === 'integer' && maximum !== undefined;
  return isSmall ? { type: 'integer' } : bigInteger;
}
