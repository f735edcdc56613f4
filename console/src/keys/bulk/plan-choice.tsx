import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../plans/plans';
import { useCan } from '../../session/me';

interface PlanChoiceProps {
  /** The product of all the keys, as far as that is known. */
  product?: number;
  /** Undefined until one is chosen; an empty text for no plan. */
  code: string | undefined;
  onChange: (code: string | undefined) => void;
}

/** The plan that keys get: one of their product, or a code that each of their products has. */
export function PlanChoice({ product, code, onChange }: PlanChoiceProps) {
  const mayRead = useCan('plans:read');
  const { data: plans } = useQuery({ ...plansQuery(product ?? 0), enabled: mayRead && product !== undefined });
  if (!plans)
    return (
      <TextInput
        label="Plan"
        description="Its code. Each product of these keys needs a plan of that code."
        placeholder="pro"
        value={code ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(value.trim() === '' ? undefined : value.trim())}
      />
    );
  return (
    <NativeSelect
      label="Plan"
      value={code === undefined ? UNCHOSEN : code}
      onChange={({ currentTarget: { value } }) => onChange(value === UNCHOSEN ? undefined : value)}
      data={[
        { value: UNCHOSEN, label: 'Choose a plan' },
        ...plans.map((plan) => ({ value: plan.code, label: plan.name })),
        { value: '', label: 'No plan' },
      ]}
    />
  );
}

/** No code has a space. */
const UNCHOSEN = ' ';
