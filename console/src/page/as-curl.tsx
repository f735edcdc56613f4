import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock } from '../text/code-block';
import { type CurlRequest, toCurl } from './to-curl';

export type { CurlRequest } from './to-curl';

/** Shows what this screen asks of the API as commands for a terminal. */
export function AsCurl({ requests }: { requests: readonly CurlRequest[] }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={520} trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label="This screen’s requests as curl">
          <ActionIcon variant="default" aria-label="As curl" onClick={() => setOpened(!opened)}>
            <IconTerminal2 size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 24px)">
        {requests.map((request) => (
          <CodeBlock
            key={`${request.method} ${request.path} ${request.label}`}
            label={request.label}
            code={toCurl(request)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
