import { FileUpIcon } from '../theme/screen-icons';
import { type DragEvent, useId, useState } from 'react';
import classes from './transfer.module.css';

/** Takes a file: dropped, or chosen. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file) onFile(file);
  };
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <FileUpIcon size={30} strokeWidth={1.4} aria-hidden />
      <label htmlFor={id}>Drop a file here, or choose one</label>
      <p>CSV with the names of the columns in its first line, or one JSON object per line. In UTF-8, of any length.</p>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,text/csv,application/x-ndjson"
        onChange={(event) => {
          const file = event.currentTarget.files?.item(0);
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
