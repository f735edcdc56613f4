import { OmitType } from '@nestjs/swagger';
import { LinkDto } from './link.dto';

/** A link in an export: without its record id, which is the database's own. */
export class ExportedLinkDto extends OmitType(LinkDto, ['id'] as const) {}
