import { Button } from '@mantine/core';
import { CircleCheckIcon, CircleXIcon, RefreshCwIcon } from '../theme/screen-icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import type { LicenseKeyDto, LoggedCheckDto } from '../api/schema';
import { OnceButton } from '../form/once-button';
import { keyQuery } from '../keys/one/key-query';
import { ProblemAlert } from '../page/problem-alert';
import { useCan } from '../session/me';
import { Time } from '../text/time';
import { Verdict } from '../text/verdict';
import { check, FIRST_DEVICE, type OwnCheck, release, TERMINAL } from './checks';
import classes from './first-start.module.css';
import { Step } from './step';
import { Terminal } from './terminal';

interface CheckStepProps {
  licenseKey: LicenseKeyDto | undefined;
  others: readonly LoggedCheckDto[];
  onPassed: () => void;
}

/** Asks what the program will ask, and shows the verdict. */
export function CheckStep({ licenseKey, others, onPassed }: CheckStepProps) {
  const [own, setOwn] = useState<readonly OwnCheck[]>([]);
  const ask = useMutation({
    mutationFn: (questions: () => Promise<OwnCheck[]>) => questions(),
    onSuccess: (checks) => {
      setOwn((before) => [...checks.toReversed(), ...before]);
      if (checks.some(({ status }) => status === 'AUTHORISED')) onPassed();
    },
  });
  const isShown = own.length > 0 || others.some(({ key }) => key === licenseKey?.id);
  const isTried = isShown || (licenseKey?.lastSeen ?? 0) > 0;
  const lead = 'Asks what your program will ask: may this copy run?';
  if (licenseKey === undefined) return <Step number={3} title="Check it" state="later" lead={lead} />;
  const checkIt = () => ask.mutate(async () => [await check({ licenseKey, pid: licenseKey.product, ...FIRST_DEVICE })]);
  return (
    <Step
      number={3}
      title="Check it"
      state={isTried ? 'done' : 'now'}
      lead={lead}
      action={
        <OnceButton
          autoFocus={!isTried}
          variant={isTried ? 'default' : 'filled'}
          leftSection={isTried && <RefreshCwIcon size={15} aria-hidden />}
          loading={ask.isPending}
          onClick={checkIt}
        >
          {isTried ? 'Check it again' : 'Check it'}
        </OnceButton>
      }
    >
      <ProblemAlert error={ask.error} />
      {isShown && (
        <div className={classes.result} aria-live="polite">
          {own[0] !== undefined && <Answer check={own[0]} />}
          <Checks own={own} others={others.filter(({ key }) => key === licenseKey.id)} />
          <SeeItRefuse licenseKey={licenseKey} isBusy={ask.isPending} onAsk={ask.mutate} />
        </div>
      )}
      <Terminal licenseKey={licenseKey} />
    </Step>
  );
}

/** The newest verdict, for everybody to see. */
function Answer({ check: { status, says, deviceName, at, milliseconds, seats } }: { check: OwnCheck }) {
  const passed = status === 'AUTHORISED';
  const took = seats && `, and has one of ${seats.of} seats`;
  return (
    <div className={classes.answer} data-passed={passed}>
      {passed ? <CircleCheckIcon size={38} aria-hidden /> : <CircleXIcon size={38} aria-hidden />}
      <div>
        <strong>{status}</strong>
        <p>{passed ? `“${deviceName}” may run${took ?? ''}.` : says}</p>
      </div>
      <span>
        <Time at={at} as="clock" /> · {milliseconds} ms
      </span>
    </div>
  );
}

const MOST_ROWS = 6;

function Checks({ own, others }: { own: readonly OwnCheck[]; others: readonly LoggedCheckDto[] }) {
  const rows = [
    ...own.map(({ at, status, deviceName, otherPid }) => ({
      at,
      status,
      who: deviceName,
      from: otherPid === undefined ? 'this page' : `this page, asked for product ${otherPid}`,
    })),
    ...others.map(({ timeAt, status, ip, details }) => ({
      at: Number(timeAt),
      status: status as string,
      who: details === TERMINAL ? 'Terminal' : details || 'Program',
      from: ip,
    })),
  ];
  const newest = rows.toSorted((a, b) => b.at - a.at).slice(0, MOST_ROWS);
  return (
    <ul className={classes.rows} aria-label="Checks of this key">
      {newest.map((row) => (
        <li key={`${row.at} ${row.status} ${row.who}`}>
          <Time at={row.at} as="clock" />
          <span>
            <Verdict status={row.status} />
          </span>
          <span className={classes.who}>{row.who}</span>
          <span className={classes.from}>{row.from}</span>
        </li>
      ))}
    </ul>
  );
}

interface SeeItRefuseProps {
  licenseKey: LicenseKeyDto;
  isBusy: boolean;
  onAsk: (questions: () => Promise<OwnCheck[]>) => void;
}

const MORE_DEVICES = ['second', 'third', 'fourth', 'fifth', 'sixth'];

/** Without `If-Match`: the key was made on this page, to be tried. */
const setDisabled = ({ id }: LicenseKeyDto, disabled: boolean) =>
  answerOf(api.PUT('/api/keys/{id}', { params: { path: { id: String(id) } }, body: { disabled } }));

/** Ways to see a refusal; what they change is put back. */
function SeeItRefuse({ licenseKey, isBusy, onAsk }: SeeItRefuseProps) {
  const cache = useQueryClient();
  const mayDisable = useCan('keys:write', 'keys:disable', 'keys:support');
  const { product: pid, seats } = licenseKey;
  const ofFirst = { licenseKey, pid, ...FIRST_DEVICE };
  const others = MORE_DEVICES.slice(0, seats ?? 0);
  const fromOthers = async () => {
    const named = others.map((name) => ({ device: `my-${name}-device`, deviceName: `My ${name} device` }));
    const checks = [await check(ofFirst)];
    // One after the other: the first ones take the seats.
    // oxlint-disable-next-line no-await-in-loop
    for (const device of named) checks.push(await check({ licenseKey, pid, ...device }));
    await Promise.all(named.map(({ device }) => release(licenseKey, device)));
    return checks.slice(-2);
  };
  const disabled = async () => {
    await setDisabled(licenseKey, true);
    try {
      return [await check(ofFirst)];
    } finally {
      await setDisabled(licenseKey, false);
      void cache.invalidateQueries({ queryKey: keyQuery(String(licenseKey.id)).queryKey });
    }
  };
  return (
    <div className={classes.choices}>
      <span>See it refuse:</span>
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        onClick={() => onAsk(async () => [await check({ ...ofFirst, pid: pid === 0 ? 1 : pid + 1 })])}
      >
        for another product
      </Button>
      {seats !== undefined && others.length === seats && (
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => onAsk(fromOthers)}>
          from a {MORE_DEVICES[seats - 1]} device
        </Button>
      )}
      {mayDisable && (
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => onAsk(disabled)}>
          while it is disabled
        </Button>
      )}
    </div>
  );
}
