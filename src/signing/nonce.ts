/** A client's own text, which what is signed for it carries, so that it takes the answer to no other question. */
export const NONCE = /^[\w-]{16,128}$/;
export const NONCE_RULE = { message: 'nonce must be 16 to 128 characters of A-Z, a-z, 0-9, - and _.' };
