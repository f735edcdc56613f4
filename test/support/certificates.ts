import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A certificate and its key, as files in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/** An authority of a test's own, which openssl makes. */
export class Authority {
  private readonly own: Certificate;

  /** @param folder an existing one, for its files and those of its certificates */
  constructor(
    private readonly folder: string,
    name: string,
  ) {
    this.own = this.files(name);
    // openssl says of its own accord that it is an authority.
    this.make(this.own, ['-subj', `/CN=${name}`]);
  }

  /** Its certificate, for those who trust it. */
  get file(): string {
    return this.own.cert;
  }

  /** @param names such as `DNS:localhost` or `IP:127.0.0.1` */
  issue(file: string, names: string): Certificate {
    const files = this.files(file);
    const issuer = ['-CA', this.own.cert, '-CAkey', this.own.key, '-addext', 'basicConstraints=critical,CA:FALSE'];
    this.make(files, [...issuer, '-subj', '/CN=keylink-test', '-addext', `subjectAltName=${names}`]);
    return files;
  }

  private files(name: string): Certificate {
    return { cert: join(this.folder, `${name}.pem`), key: join(this.folder, `${name}.key`) };
  }

  private make({ cert, key }: Certificate, options: readonly string[]): void {
    const args = ['req', '-x509', ...NEW_KEY, '-keyout', key, '-out', cert, ...options];
    execFileSync('openssl', args, { stdio: 'ignore' });
  }
}
