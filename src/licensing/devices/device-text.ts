import { DEVICE_LENGTH } from './device.entity';

/** Not only spaces, no control characters, no lone surrogates. */
export const DEVICE_TEXT = new RegExp(`^(?=.*\\S)[^\\p{Cc}\\p{Cs}]{1,${DEVICE_LENGTH}}$`, 'u');
const ruleOf = (field: string) => ({
  message: `${field} must be text of 1 to ${DEVICE_LENGTH} characters, without control characters.`,
});
export const DEVICE_RULE = ruleOf('device');
export const DEVICE_NAME_RULE = ruleOf('deviceName');
