import type { ProductReleaseDto } from '../api/schema';
import { ProductName } from '../products/product-name';
import { Time } from '../text/time';
import type { PreviewProps } from './preview';
import { Act, Acts, CopyAct, Fact, Head, Mini } from './preview-parts';

/** A release: when, for whom, and where its file is. */
export function ReleasePreview({ entry, release, onGo }: PreviewProps & { release: ProductReleaseDto }) {
  const { version, product, channel, platform, releasedAt, url } = release;
  return (
    <>
      <Head title={version} below={<ProductName pid={product} />} />
      <Acts>
        <Act isFirst label="Open product" onClick={() => onGo(entry)} />
        <CopyAct label="Copy address of the file" text={url} />
      </Acts>
      <Mini>
        <Fact name="Released">
          <Time at={releasedAt} as="day" tabIndex={-1} />
        </Fact>
        <Fact name="Channel">{channel}</Fact>
        <Fact name="Platform">{platform}</Fact>
      </Mini>
    </>
  );
}
