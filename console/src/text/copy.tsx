import { ActionIcon, Button } from '@mantine/core';
import { CheckIcon, CopyIcon } from '../theme/icons';
import { useEffect, useState } from 'react';
import classes from './copy.module.css';

/** How long the button says that it copied. */
const SAID_MS = 1600;

/** Puts a text into the clipboard. @returns whether the browser let it */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers offer their clipboard on HTTPS and localhost only.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  (document.activeElement?.parentElement ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

/** Copies a text, and says for a moment whether that went well. */
function useCopy(text: string) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const onClick = () => void copy(text).then((copied) => setSaid(copied ? 'Copied' : 'Select it and copy it by hand'));
  return { said, onClick };
}

/** A button that copies a text, and says so. */
export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { said, onClick } = useCopy(text);
  return (
    <ActionIcon size="sm" className={classes.copy} aria-label={said ?? label} title={label} onClick={onClick}>
      {said === 'Copied' ? <CheckIcon size={15} /> : <CopyIcon size={15} />}
      {said !== undefined && (
        <span role="status" className={classes.said}>
          {said}
        </span>
      )}
    </ActionIcon>
  );
}

/** As `Copy`, with words on it; pointing at it shows what is copied. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const { said, onClick } = useCopy(text);
  const icon = said === 'Copied' ? <CheckIcon size={16} /> : <CopyIcon size={16} />;
  return (
    <Button variant="default" title={text} leftSection={icon} onClick={onClick}>
      <span role="status">{said ?? children}</span>
    </Button>
  );
}
