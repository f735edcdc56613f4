import { Unreachable } from './judged-lookup';

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name cannot be resolved.',
  EAI_AGAIN: 'The name cannot be resolved: no name server answers.',
  ECONNREFUSED: 'The connection was refused: nothing listens there.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EPIPE: 'The connection was closed before an answer came.',
  ETIMEDOUT: 'No connection could be made: nothing answers there.',
  EHOSTUNREACH: 'No connection could be made: there is no way to that host.',
  ENETUNREACH: 'No connection could be made: there is no way to that network.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed; no authority vouches for it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate comes from an authority that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate cannot be verified: its authority is not trusted, or a certificate between them is missing.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate cannot be verified: its authority is not trusted, or a certificate between them is missing.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
};

/** Why there was no answer, in a sentence for the operator. */
export function failureInWords(error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  // One error for each address tried.
  if (error instanceof AggregateError && error.errors.length > 0) return failureInWords(error.errors[0]);
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code in WORDS) return WORDS[code];
  if (code.startsWith('HPE_')) return `The answer is not valid HTTP (${code}).`;
  if (/SSL|TLS|EPROTO|CERT/.test(code)) return `No secure connection could be made (${code}).`;
  return `It could not be sent: ${code || message}.`;
}
