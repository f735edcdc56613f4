import { OmitType } from '@nestjs/swagger';
import { LicenseKeyDto } from './license-key.dto';

/** A license key in an export: without its record id, which is the database's own. */
export class ExportedLicenseKeyDto extends OmitType(LicenseKeyDto, ['id'] as const) {}
