import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { checkApp } from './arguments.js';
import { deviceId } from './device-id.js';

export interface MachineIdOptions {
  /** A name of your program's own: programs with different names get ids that can't be matched. */
  readonly app: string;
  /** As for `deviceId`, which takes over where the system has no id. */
  readonly file: string;
}

/** What is asked of the operating system. */
interface System {
  readonly platform: string;
  readonly isContainer: boolean;
  readonly read: (file: string) => Promise<string>;
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
}

const WINDOWS_KEY = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64'];
const LONGEST_RUN = 5000;

/** Where each system keeps the id that it got when it was installed. */
const SOURCES: Record<string, (system: System) => Promise<string | undefined>> = {
  linux: async ({ read }) => /^[0-9a-f]{32}$/.exec((await read('/etc/machine-id')).trim())?.[0],
  darwin: async ({ run }) =>
    /"IOPlatformUUID" = "([\dA-F-]{36})"/i.exec(
      await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
    )?.[1],
  win32: async ({ run }) =>
    /MachineGuid\s+REG_SZ\s+([\dA-F-]{36})/i.exec(
      await run(`${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\reg.exe`, WINDOWS_KEY),
    )?.[1],
};

const thisSystem: System = {
  platform: process.platform,
  // All containers of an image may have the same.
  isContainer:
    existsSync('/.dockerenv') || existsSync('/run/.containerenv') || process.env.KUBERNETES_SERVICE_HOST !== undefined,
  read: (file) => readFile(file, 'utf8'),
  run: (program, args) =>
    new Promise((resolve, reject) => {
      execFile(program, args, { timeout: LONGEST_RUN, windowsHide: true }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    }),
};

/**
 * A name for this machine, made of the id that the operating system has: a copied folder is another device elsewhere. The id
 * itself isn't sent, and can't be told from the name. In containers, and where the system has none, it is `deviceId({ file })`.
 * @throws when there is no id, and the file can be neither read nor made
 */
export async function machineId(options: MachineIdOptions, system = thisSystem): Promise<string> {
  checkApp(options);
  const { app, file } = options;
  const id = system.isContainer ? undefined : await findId(system);
  if (id === undefined) return deviceId({ file });
  return createHmac('sha256', id).update(`keylink device of ${app}`).digest('base64url').slice(0, 22);
}

async function findId(system: System): Promise<string | undefined> {
  try {
    const id = (await SOURCES[system.platform]?.(system))?.toLowerCase();
    // Images that were never started have nothing but zeros.
    return id !== undefined && new Set(id.replaceAll('-', '')).size > 1 ? id : undefined;
  } catch {
    // No such file or program: a system without an id.
    return undefined;
  }
}
