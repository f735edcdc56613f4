import type { INestApplication } from '@nestjs/common';
import type { Settings } from './platform/settings/settings';

/** @throws {Error} naming the wrong setting, and what would be right */
export async function listen(app: INestApplication, { port, host }: Settings): Promise<void> {
  try {
    // Without a host Node listens on all addresses, including IPv6 if available.
    await (host === undefined ? app.listen(port) : app.listen(port, host));
  } catch (error) {
    throw new Error(whyNot(error as NodeJS.ErrnoException, port, host), { cause: error });
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException, port: number, host: string | undefined): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is in use by another program; choose another port, or stop that program.`;
    case 'EACCES':
      return `PORT: this user may not listen on ${port}; choose a port from 1024 on.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return `HOST: ${host} is not an address of this machine; use one that is, such as 127.0.0.1, or leave HOST out for all of them.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: "${host}" cannot be resolved; use an address, such as 127.0.0.1.`;
    default:
      return `HOST and PORT: keylink can't listen there: ${message}.`;
  }
}
