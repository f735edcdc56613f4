import { ApiProblem } from '../api/problem';
import type { CreateMappingDto, MappingDto } from '../api/schema';

/** What the form of a mapping holds. */
export interface MappingValues {
  item: string;
  isLicense: boolean;
  pid: string;
  plan: string;
  each: MappingDto['each'];
  count: string;
}

export const newMapping = (item = ''): MappingValues => ({
  item,
  isLicense: true,
  pid: '',
  plan: '',
  each: 'key',
  count: '1',
});

export const valuesOfMapping = ({ item, pid, plan, each, count }: MappingDto): MappingValues => ({
  item,
  isLicense: pid !== undefined,
  pid: pid?.toString() ?? '',
  plan: plan ?? '',
  each,
  count: String(count),
});

/** As the API takes it; what is no number goes there as it is, whose sentence then says why not. */
export function mappingOf({ item, isLicense, pid, plan, each, count }: MappingValues): CreateMappingDto {
  if (!isLicense) return { item: item.trim(), pid: null, plan: '' };
  return { item: item.trim(), pid: Number(pid), plan, each, count: Number(count) };
}

export const isComplete = ({ item, isLicense, pid, count }: MappingValues) =>
  item.trim() !== '' && (!isLicense || (/^\d+$/.test(pid.trim()) && count.trim() !== ''));

const NAMES = ['item', 'pid', 'plan', 'each', 'count'] as const;
export type MappingField = (typeof NAMES)[number];

/** A refusal that is about one field, which its sentence begins with. */
export function mappingProblemAt(error: unknown): { field: MappingField; message: string } | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const { message, status } = error;
  if (status === 409 && message.startsWith('The item ')) return { field: 'item', message };
  const field = status === 400 ? NAMES.find((name) => message.startsWith(name)) : undefined;
  return field && { field, message };
}
