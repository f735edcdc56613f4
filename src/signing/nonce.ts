/** The client's own text. The signed answer repeats it, so an answer to another request doesn't pass. */
export const NONCE = /^[\w-]{16,128}$/;
export const NONCE_RULE = { message: 'nonce must be 16 to 128 characters of A-Z, a-z, 0-9, - and _.' };
