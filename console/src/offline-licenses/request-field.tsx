import { Button, FileButton, Textarea } from '@mantine/core';
import { UploadIcon } from '../theme/screen-icons';
import { Facts } from '../page/facts';
import { readRequestCode } from './request-code';
import classes from './offline-licenses.module.css';

/** Longer than any request code. */
const MOST_BYTES = 16_384;

interface RequestFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Takes the request code that a program printed, as text or as a file, and shows what it asks for. */
export function RequestField({ value, onChange }: RequestFieldProps) {
  const code = readRequestCode(value.trim());
  const take = (file: File | null) => {
    if (file !== null && file.size <= MOST_BYTES) void file.text().then((text) => onChange(text.trim()));
    else if (file !== null) onChange('This file is too large to be a request code.');
  };
  return (
    <div className={classes.request}>
      <Textarea
        label="Request code"
        description="One line that begins with KLR1., as the offline program shows it"
        rows={3}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={
          value.trim() !== '' &&
          code === undefined &&
          'This is not a request code: one begins with KLR1. and is a single line.'
        }
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      <FileButton onChange={take} accept="text/plain,.txt">
        {(props) => (
          <Button {...props} size="compact-sm" variant="default" leftSection={<UploadIcon size={14} aria-hidden />}>
            Read it from a file
          </Button>
        )}
      </FileButton>
      {code && (
        <Facts
          facts={{
            Key: <code>{code.key}</code>,
            Product: code.product ?? <span className="quiet">any</span>,
            Device: code.device ?? <span className="quiet">any</span>,
          }}
        />
      )}
    </div>
  );
}
