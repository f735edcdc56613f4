import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SideDialog } from '../../page/dialog';
import type { LicenseKeyDto } from '../../api/schema';
import { toCurl } from '../../page/to-curl';
import { CodeBlock } from '../../text/code-block';
import { useProducts } from '../../products/products';
import { counted } from '../../text/numbers';
import { saveFile } from '../../transfer/save-file';
import { customerFileOf } from '../export-keys';

interface CreatedProps {
  keys: readonly LicenseKeyDto[];
  onClose: () => void;
}

/** What was created, to be copied, and the check that a program would make with it. */
export function Created({ keys, onClose }: CreatedProps) {
  const [first] = keys;
  const isOne = keys.length === 1;
  const products = useProducts();
  return (
    <SideDialog opened onClose={onClose} title={isOne ? 'Key created' : `${counted(keys.length, 'key')} created`}>
      <Stack>
        <CodeBlock label={isOne ? 'License key' : 'All license keys'} code={keys.map(({ key }) => key).join('\n')} />
        {first !== undefined && (
          <CodeBlock
            label="Try a check with it"
            code={toCurl({
              label: '',
              method: 'POST',
              path: '/api/check',
              body: { id: first.key, pid: first.product },
            })}
          />
        )}
        <Group justify="flex-end">
          {!isOne && (
            <Button variant="default" onClick={() => saveFile(customerFileOf(keys, products))}>
              CSV for the customer
            </Button>
          )}
          {isOne && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/keys/$id" params={{ id: String(first.id) }} {...props} />}
            >
              Open it
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </SideDialog>
  );
}
