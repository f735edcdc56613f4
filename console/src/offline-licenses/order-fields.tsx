import { Group, Radio, TextInput } from '@mantine/core';
import { RequestField } from './request-field';
import classes from './offline-licenses.module.css';

/** What was chosen and typed so far. */
export interface OrderChoice {
  whom: 'device' | 'request' | 'any';
  device: string;
  request: string;
  days: string;
}

interface OrderFieldsProps {
  choice: OrderChoice;
  onChange: (choice: OrderChoice) => void;
}

/** For whom a license is, and for how long. */
export function OrderFields({ choice, onChange }: OrderFieldsProps) {
  const { whom, device, request, days } = choice;
  const change = (changes: Partial<OrderChoice>) => onChange({ ...choice, ...changes });
  return (
    <>
      <Radio.Group label="For" value={whom} onChange={(value) => change({ whom: value })}>
        <Group mt="xs" gap="lg">
          <Radio value="device" label="A device" />
          <Radio value="request" label="A request code" />
          <Radio value="any" label="Any device" />
        </Group>
      </Radio.Group>
      {whom === 'device' && <DeviceField value={device} onChange={(text) => change({ device: text })} />}
      {whom === 'request' && <RequestField value={request} onChange={(text) => change({ request: text })} />}
      {whom === 'any' && (
        <p className={classes.warning} style={{ margin: 0 }}>
          Whoever has it can use it on any device until it expires. A single license can’t be revoked.
        </p>
      )}
      <TextInput
        className={classes.days}
        type="number"
        label="Days"
        description="How long it is valid, at most until the key expires"
        min={0.0416}
        max={3650}
        step="any"
        value={days}
        onChange={({ currentTarget }) => change({ days: currentTarget.value })}
        required
        withAsterisk={false}
      />
    </>
  );
}

function DeviceField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label="Device"
      description="The text that names the device, exactly as the program sends it with a check"
      placeholder="anna-laptop"
      maxLength={191}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
