import type { DeviceDto } from '../api/schema';
import type { Entry } from './entry';
import { CustomerPreview } from './customer-preview';
import { KeyPreview } from './key-preview';
import { LinkPreview } from './link-preview';
import { PlanPreview } from './plan-preview';
import { ReleasePreview } from './release-preview';
import { Act, Acts, Head } from './preview-parts';

export interface Releasing {
  readonly keyId: number;
  readonly released: DeviceDto;
}

export interface PreviewProps {
  readonly entry: Entry;
  readonly onGo: (entry: Entry) => void;
  /** Asks before the device is released. */
  readonly onRelease: (releasing: Releasing) => void;
}

/** The answer beside the list: what the chosen one is, why it is refused, and what can be done. */
export default function Preview(props: PreviewProps) {
  const { entry, onGo } = props;
  const { about, label, detail, refusal } = entry;
  if (about && 'customer' in about) return <CustomerPreview {...props} customer={about.customer} />;
  if (about && 'licenseKey' in about) return <KeyPreview {...props} {...about} />;
  if (about && 'link' in about) return <LinkPreview {...props} link={about.link} />;
  if (about && 'plan' in about) return <PlanPreview {...props} plan={about.plan} />;
  if (about && 'release' in about) return <ReleasePreview {...props} release={about.release} />;
  return (
    <>
      <Head title={label} below={detail} />
      {refusal === undefined && (
        <Acts>
          <Act isFirst label="Open" onClick={() => onGo(entry)} />
        </Acts>
      )}
    </>
  );
}
