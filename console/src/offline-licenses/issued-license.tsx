import { Button, Group } from '@mantine/core';
import { DownloadIcon } from '../theme/screen-icons';
import { useEffect, useRef } from 'react';
import { useShownOnce } from '../form/use-shown-once';
import { Panel } from '../page/panel';
import { CodeBlock } from '../text/code-block';
import { Time } from '../text/time';
import { saveFile } from '../transfer/save-file';
import { endOfLicense } from './request-code';
import type { Issued } from './use-issue';
import classes from './offline-licenses.module.css';

/** The license that was issued, to be carried to its program: as a file, as text, or by camera. */
export function IssuedLicense({ issued, onDone }: { issued: Issued; onDone: () => void }) {
  const { license, file, fileName, image } = issued;
  const { done, warning } = useShownOnce(onDone);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <Panel title="The license is issued" lead="Save it now: it is stored nowhere.">
      <div className={classes.issued}>
        <img src={image} alt="QR code of the license" width={320} height={320} />
        <div>
          <p>
            It is valid until <Time at={endOfLicense(license)} />. The program takes the file or the text, or scans the
            code.
          </p>
          <CodeBlock label="The license" code={license} />
          <Group mt="md" gap="xs">
            <Button
              ref={first}
              leftSection={<DownloadIcon size={16} aria-hidden />}
              onClick={() => saveFile(new File([file], fileName, { type: 'text/plain' }))}
            >
              Download the file
            </Button>
            <Button variant="default" onClick={done}>
              Issue another
            </Button>
          </Group>
          {warning}
        </div>
      </div>
    </Panel>
  );
}
