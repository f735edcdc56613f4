import { Button } from '@mantine/core';
import { Panel } from '../../page/panel';
import { stringifySearch } from '../../search-params';
import type { LinkPlace } from '../link-place';
import classes from './one.module.css';

/** The code to print, and the files to take it away as. */
export function QrPanel({ link: { name, domain } }: { link: LinkPlace }) {
  const file = (format: string, size: number) =>
    `/api/link/${encodeURIComponent(name)}/qr${stringifySearch({ format, size, domain })}`;
  return (
    <Panel title="QR code">
      <div className={classes.code}>
        <img src={file('svg', 240)} width={148} height={148} alt={`QR code of the link ${name}`} />
        <div>
          <p className="quiet">The short address, to print.</p>
          <div className={classes.files}>
            {(['svg', 'png'] as const).map((format) => (
              <Button
                key={format}
                component="a"
                size="xs"
                variant="default"
                href={file(format, 1024)}
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
