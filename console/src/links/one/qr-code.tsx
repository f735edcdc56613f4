import { Button } from '@mantine/core';
import { stringifySearch } from '../../search-params';
import type { LinkPlace } from '../link-place';
import classes from './one.module.css';

interface QrCodeProps {
  link: LinkPlace;
  /** What follows "?" in the code's address. */
  query?: string;
  /** What it is for. */
  children: string;
}

/** The code to print, and the files to take it away as. */
export function QrCode({ link: { name, domain }, query, children }: QrCodeProps) {
  const file = (format: string, size: number) =>
    `/api/link/${encodeURIComponent(name)}/qr${stringifySearch({ format, size, domain, query })}`;
  return (
    <div className={classes.code}>
      <img src={file('svg', 240)} width={148} height={148} alt={`QR code of the link ${name}`} />
      <div>
        <p className="quiet">{children}</p>
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
  );
}
