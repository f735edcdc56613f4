import { judgedAddress } from '../../platform/addresses/client-address';
import { openSecretFile } from '../../platform/database/embedded/secret-file';
import { misnamedSettings } from '../../platform/settings/misnamed-settings';
import { PORTAL_WITHOUT_MAIL } from '../../platform/settings/portal';
import type { Settings } from '../../platform/settings/settings';
import type { Finding } from './finding';

export interface Example {
  /** Canonical address. */
  readonly peer: string;
  /** The text of `X-Forwarded-For`. */
  readonly forwardedFor: string;
}

export function settingsFindings(settings: Settings, example: Example): Finding[] {
  return [
    { check: 'settings', status: 'ok', message: 'all of them can be read.' },
    ...describeMisnamed(),
    describeAddress(settings, example),
    ...describeLicenseKeyAuth(settings),
    ...describeSecretFile(settings),
    ...describePortal(settings),
  ];
}

/** Starts and commands restrict the file's mode; later changes, and files behind links, only show here. */
function describeSecretFile({ database, secretKey }: Settings): Finding[] {
  if (database.engine !== 'embedded' || secretKey !== undefined) return [];
  const message = openSecretFile(database.file);
  return message === undefined ? [] : [{ check: 'secret key', status: 'warning', message }];
}

function describePortal({ portal, mail }: Settings): Finding[] {
  if (!portal) return [];
  const { href } = portal.url;
  if (!mail) return [{ check: 'portal', status: 'warning', message: `${href}: ${PORTAL_WITHOUT_MAIL}` }];
  const isSafe = portal.url.protocol === 'https:';
  const message = `customers find it at ${href}${isSafe ? '.' : ', where others can read along: use https.'}`;
  return [{ check: 'portal', status: isSafe ? 'ok' : 'warning', message }];
}

function describeMisnamed(): Finding[] {
  return misnamedSettings(process.env).map((message) => ({ check: 'settings', status: 'warning', message }));
}

function describeLicenseKeyAuth({ licenseKeyAuth, trustProxy }: Settings): Finding[] {
  if (!licenseKeyAuth) return [];
  const shared =
    trustProxy.length === 0 ? ' Behind a proxy all of them would count as one address: set TRUST_PROXY then.' : '';
  return [
    {
      check: 'license key auth',
      status: 'ok',
      message: `LICENSE_KEY_AUTH is on: checks need no API key, and guessing is limited by client address.${shared}`,
    },
  ];
}

function describeAddress({ trustProxy }: Settings, { peer, forwardedFor }: Example): Finding {
  const address = judgedAddress(peer, forwardedFor, trustProxy);
  const request = `a request from ${peer} with ${forwardedFor ? `X-Forwarded-For "${forwardedFor}"` : 'no X-Forwarded-For'}`;
  const trust = trustProxy.length === 0 ? ' TRUST_PROXY names no proxy, so no forwarded address is trusted.' : '';
  const ignored = forwardedFor !== '' && address === peer;
  return {
    check: 'client address',
    status: ignored ? 'warning' : 'ok',
    message: `${request} is judged by the address ${address}.${trust}`,
  };
}
