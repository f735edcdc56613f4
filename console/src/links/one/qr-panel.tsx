import { Button } from '@mantine/core';
import { Panel } from '../../page/panel';
import classes from './one.module.css';

/** The code to print, and the files to take it away as. */
export function QrPanel({ name }: { name: string }) {
  const path = `/api/link/${encodeURIComponent(name)}/qr`;
  return (
    <Panel title="QR code">
      <div className={classes.code}>
        <img src={`${path}?format=svg&size=240`} width={148} height={148} alt={`QR code of the link ${name}`} />
        <div>
          <p className="quiet">The short address, to print.</p>
          <div className={classes.files}>
            {(['svg', 'png'] as const).map((format) => (
              <Button
                key={format}
                component="a"
                size="xs"
                variant="default"
                href={`${path}?format=${format}&size=1024`}
                download={`${name}.${format}`}
              >
                {format.toUpperCase()}
              </Button>
            ))}
          </div>
        </div>
      </div>
    </Panel>
  );
}
