import type { EntityManager } from 'typeorm';
import type { LicenseKey } from './license-key.entity';

/**
 * Called once a license key is locked and right before it is changed, in the same transaction, so that counts are
 * exact. @throws {ApiError} to refuse the change
 */
export type Admission = (transaction: EntityManager, licenseKey: LicenseKey) => Promise<void>;
