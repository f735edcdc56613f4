import { answerOf, exportOf } from '../../platform/fields/bodies';
import { LINK_FIELDS } from '../link-fields';

export class LinkDto extends answerOf(LINK_FIELDS) {}

/** A link in an export: without its record id, which belongs to this database. Times before 2001 are ISO dates. */
export class ExportedLinkDto extends exportOf(LINK_FIELDS) {}
