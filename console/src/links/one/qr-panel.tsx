import { Button } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../page/panel';
import type { LinkPlace } from '../link-place';
import { CampaignAddress } from './campaign-address';
import { QrCode } from './qr-code';

export function QrPanel({ link }: { link: LinkPlace }) {
  const [isForCampaign, setForCampaign] = useState(false);
  return (
    <Panel
      title="QR code"
      actions={
        <Button size="compact-xs" variant="subtle" onClick={() => setForCampaign(true)}>
          For a campaign…
        </Button>
      }
    >
      <QrCode link={link}>The short address, to print. Scans are counted apart from clicks.</QrCode>
      {isForCampaign && <CampaignAddress link={link} onClose={() => setForCampaign(false)} />}
    </Panel>
  );
}
