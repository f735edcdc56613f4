import { boundsOf, ruleOf } from '../../platform/fields/rules';
import { LICENSE_KEY_FIELDS } from './license-key-fields';

const { product, uuid } = LICENSE_KEY_FIELDS;

export const PID_MAX = product.maximum;
/** How `pid` is documented and validated everywhere. */
export const PID_SCHEMA = { type: 'integer', ...boundsOf(product, 'create') } as const;
/** How `uid` is documented in paths. */
export const UID_SCHEMA = { type: 'string', minLength: 1, maxLength: uuid.maximum } as const;
export const PID_RULE = { message: ruleOf(product.sentAs, product, 'create') };

/** A year, in seconds: the longest grace of a former key, for programs that check rarely. */
export const KEY_GRACE_MAX = 31_536_000;

/** The time that a renewal is added to. */
export const RENEWED_FROM = ['expiry', 'now', 'later'] as const;
