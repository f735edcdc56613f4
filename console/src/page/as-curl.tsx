import { ActionIcon } from '@mantine/core';
import { TerminalIcon } from '../theme/icons';
import { CodeBlock } from '../text/code-block';
import { Dropdown } from './dropdown';
import { type CurlRequest, toCurl } from './to-curl';

export type { CurlRequest } from './to-curl';

/** Shows what this screen asks of the API as commands for a terminal. */
export function AsCurl({ requests }: { requests: readonly CurlRequest[] }) {
  return (
    <Dropdown
      label="As curl"
      atEnd
      width={520}
      button={(props) => (
        <ActionIcon {...props} variant="default" aria-label="As curl" title="These requests as curl">
          <TerminalIcon size={18} strokeWidth={1.7} />
        </ActionIcon>
      )}
    >
      {requests.map((request) => (
        <CodeBlock
          key={`${request.method} ${request.path} ${request.label}`}
          label={request.label}
          code={toCurl(request)}
        />
      ))}
    </Dropdown>
  );
}
