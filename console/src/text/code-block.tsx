import { Copy } from './copy';
import classes from './code-block.module.css';

/** Text to take elsewhere as it is, with a button that copies it. */
export function CodeBlock({ code, label }: { code: string; label?: string }) {
  return (
    <figure className={classes.block}>
      <figcaption>
        <span>{label}</span>
        <Copy text={code} label={`Copy ${label === undefined ? '' : `“${label}”`}`} />
      </figcaption>
      <pre tabIndex={0}>{code}</pre>
    </figure>
  );
}
