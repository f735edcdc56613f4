import { Button, Group, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { Dialog } from '../../page/dialog';
import { useMe } from '../../session/me';
import { CopyButton } from '../../text/copy';
import { DAY_MS } from '../../text/times';
import type { LinkPlace } from '../link-place';
import { shortAddressOf } from '../link-state';
import { type By, useVisitStats } from '../visits/use-visit-stats';
import { OTHER } from '../visits/words';
import classes from './one.module.css';
import { QrCode } from './qr-code';

const FIELDS = [
  { by: 'source', label: 'Source', meaning: 'Where the visitors come from', placeholder: 'newsletter' },
  { by: 'medium', label: 'Medium', meaning: 'How they get there', placeholder: 'email' },
  { by: 'campaign', label: 'Campaign', meaning: 'What it is all for', placeholder: 'spring-sale' },
] as const;
/** Visits whose values are proposed, in days. */
const LOOKED_BACK = 90;
const MOST_PROPOSED = 20;
const LONGEST = 64;

interface CampaignAddressProps {
  link: LinkPlace;
  onClose: () => void;
}

/** The short address with what tells the visits of a campaign apart, to copy and to print. */
export function CampaignAddress({ link, onClose }: CampaignAddressProps) {
  const [values, setValues] = useState<Partial<Record<By, string>>>({});
  const [from] = useState(() => Date.now() - LOOKED_BACK * DAY_MS);
  const named = FIELDS.flatMap(({ by }) => {
    const value = values[by]?.trim() ?? '';
    return value === '' ? [] : [[`utm_${by}`, value]];
  });
  const query = new URLSearchParams(named).toString();
  const address = `${shortAddressOf(link, useMe())}${query && `?${query}`}`;
  return (
    <Dialog opened onClose={onClose} title="Address for a campaign">
      {FIELDS.map(({ by, ...field }, index) => (
        <Value
          key={by}
          {...field}
          by={by}
          from={from}
          isFirst={index === 0}
          value={values[by] ?? ''}
          onChange={(value) => setValues({ ...values, [by]: value })}
        />
      ))}
      <p className={classes.campaign}>
        <span className="code">{address}</span>
      </p>
      <QrCode link={link} query={query || undefined}>
        The same address, to print.
      </QrCode>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <CopyButton text={address}>Copy address</CopyButton>
      </Group>
    </Dialog>
  );
}

interface ValueProps {
  by: By;
  label: string;
  meaning: string;
  placeholder: string;
  from: number;
  isFirst: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** Proposes what links were followed with before, so that one campaign isn't counted under two spellings. */
function Value({ by, label, meaning, placeholder, from, isFirst, value, onChange }: ValueProps) {
  const list = useId();
  const { data: counts = [] } = useVisitStats({}, by, from);
  const known = counts.map((count) => count.value).filter((known) => known !== '' && known !== OTHER);
  return (
    <>
      <TextInput
        label={label}
        description={meaning}
        placeholder={placeholder}
        mb="sm"
        maxLength={LONGEST}
        list={list}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={isFirst || undefined}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {known.slice(0, MOST_PROPOSED).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
    </>
  );
}
