import type { EntityManager } from 'typeorm';
import type { LicenseKey } from './license-key.entity';

/**
 * Decides, once a license key is locked and right before it is changed, whether that may be: in the same transaction, so that what
 * it counts is exact. @throws {ApiError} to refuse the change
 */
export type Admission = (transaction: EntityManager, licenseKey: LicenseKey) => Promise<void>;
